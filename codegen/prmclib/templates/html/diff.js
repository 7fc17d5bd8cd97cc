/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const form = $("ui-filter"), text = $("ui-text"), said = $("ui-said"), help = $("ui-help");
const cards = [...document.querySelectorAll(".card")];
const boxes = [...form.querySelectorAll("input[type=checkbox]")];
if (!cards.length)
	return;
form.hidden = false;

const entries = new Map([...document.querySelectorAll(".toc [data-for]")].map((el) => [el.dataset.for, el]));
const parts = [...document.querySelectorAll(".part")].map((part) => [part, entries.get(part.id),
	[...part.querySelectorAll(".card")]]);

/* Hides cosmetic changes if there are others. */
const matter = cards.some((card) => card.dataset.severity !== "cosmetic");
for (const box of boxes)
	if (box.value === "cosmetic" && matter)
		box.checked = false;

function filter() {
	const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
	const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
	let shown = 0;
	for (const card of cards) {
		const here = on.has(card.dataset.severity) &&
			     (on.has("approved") || !card.classList.contains("approved"));
		const content = words.length ? card.textContent.toLowerCase() : "";
		card.hidden = !here || !words.every((word) => content.includes(word));
		shown += !card.hidden;
	}
	for (const [part, entry, own] of parts) {
		part.hidden = own.every((card) => card.hidden);
		if (entry)
			entry.hidden = part.hidden;
	}
	said.textContent = (shown === cards.length ? shown : `${shown} of ${cards.length}`) +
			   (cards.length === 1 ? " finding" : " findings");
}
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
help.addEventListener("click", () => {
	const keys = $("ui-keys");
	keys.hidden = !keys.hidden;
	help.setAttribute("aria-expanded", String(!keys.hidden));
});

/* Keyboard. */
const seen = () => cards.filter((card) => !card.hidden);
function current() {
	return document.activeElement?.closest?.(".card") || null;
}
function step(by) {
	const all = seen();
	if (!all.length)
		return;
	const here = current() || last;
	let at = all.indexOf(here);
	if (at < 0)
		at = by > 0 ? -1 : all.length;
	const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
	focus(next);
}
let last = null;
function focus(card) {
	last = card;
	card.focus({preventScroll: true});
	card.scrollIntoView({block: "center"});
	light(card.id);
}
function marked(id) {
	return [...document.querySelectorAll(`.cmp a[href="#${CSS.escape(id)}"]`)];
}
function light(id) {
	for (const old of document.querySelectorAll(".cmp a.on"))
		old.classList.remove("on");
	const all = marked(id);
	for (const box of all)
		box.classList.add("on");
	lines(all.filter((box) => box.matches(".moved,.shifted")));
}

/* Draws lines from the old boxes of a field to its new ones, in their order. */
const NS = "http://www.w3.org/2000/svg";
let lined = [];
function lines(all) {
	lined = all;
	document.querySelector(".way")?.remove();
	const figure = all[0]?.closest(".cmp");
	const [old, now] = ["old", "new"].map((half) => all.filter((box) => box.closest(".half." + half)));
	if (!figure || !old.length || !now.length)
		return;
	const whole = figure.getBoundingClientRect(), svg = document.createElementNS(NS, "svg");
	svg.setAttribute("class", "way");
	const beside = now[0].closest(".half").getBoundingClientRect().left >
		       old[0].closest(".half").getBoundingClientRect().right;
	old.forEach((box, number) => {
		if (!now[number])
			return;
		const [a, b] = [box, now[number]].map((el) => el.querySelector("rect").getBoundingClientRect());
		const [x1, y1] = [(beside ? a.right : (a.left + a.right) / 2) - whole.left,
				  (beside ? (a.top + a.bottom) / 2 : a.bottom) - whole.top];
		const [x2, y2] = [(beside ? b.left : (b.left + b.right) / 2) - whole.left,
				  (beside ? (b.top + b.bottom) / 2 : b.top) - whole.top];
		const path = document.createElementNS(NS, "path"), dot = document.createElementNS(NS, "circle");
		const bend = beside ? [(x1 + x2) / 2, y1, (x1 + x2) / 2, y2] : [x1, (y1 + y2) / 2, x2, (y1 + y2) / 2];
		path.setAttribute("d", `M${x1} ${y1}C${bend.join(" ")} ${x2} ${y2}`);
		for (const [name, value] of [["cx", x2], ["cy", y2], ["r", 4]])
			dot.setAttribute(name, value);
		for (const el of [path, dot]) {
			el.style.color = getComputedStyle(box).color;
			svg.append(el);
		}
	});
	figure.append(svg);
}
/* The boxes may have moved. */
addEventListener("resize", () => lines(lined));
document.addEventListener("toggle", () => lines(lined), true);
function look(card) {
	const box = marked(card.id)[0];
	if (!box)
		return;
	for (let up = box.parentElement; up; up = up.parentElement)
		if (up.tagName === "DETAILS")
			up.open = true;
	box.closest(".block").scrollIntoView({block: "center"});
	light(card.id);
}
let looking = false;
document.addEventListener("keydown", (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey)
		return;
	const active = document.activeElement;
	if (active === text) {
		if (event.key === "Escape") {
			text.blur();
		} else if (event.key === "Enter") {
			event.preventDefault();
			text.blur();
			last = null;
			step(1);
		}
		return;
	}
	if (event.key === "j" || event.key === "k") {
		looking = false;
		step(event.key === "j" ? 1 : -1);
	} else if (event.key === "/") {
		text.focus();
		text.select();
	} else if (event.key === "Enter" && active?.classList.contains("card")) {
		if (looking)
			focus(active);
		else
			look(active);
		looking = !looking;
	} else if (event.key === "o" && current()) {
		const all = [...current().querySelectorAll("details")];
		const open = all.some((one) => !one.open);
		for (const one of all)
			one.open = open;
	} else if (event.key === "f") {
		const all = [...(current()?.closest(".part") || document).querySelectorAll(".fold")];
		const open = all.some((one) => !one.open);
		for (const one of all)
			one.open = open;
	} else if (event.key === "?") {
		help.click();
	} else {
		return;
	}
	event.preventDefault();
});

/* Shows the finding of the address or of a clicked box, even if the filter hides it. */
function show() {
	let id = location.hash.slice(1);
	try {
		id = decodeURIComponent(id);
	} catch (error) {
		/* not encoded */
	}
	const card = id && $(id);
	if (!card || !card.classList.contains("card"))
		return;
	if (card.hidden || card.closest(".part").hidden) {
		for (const box of boxes)
			box.checked = box.checked || box.value === card.dataset.severity || box.value === "approved";
		text.value = "";
		filter();
	}
	focus(card);
}
addEventListener("hashchange", show);
document.addEventListener("click", (event) => {
	const box = event.target.closest?.(".cmp a");
	if (box && box.getAttribute("href") === location.hash)
		show();
});
document.addEventListener("mouseover", (event) => {
	const box = event.target.closest?.(".cmp a[href]");
	const card = event.target.closest?.(".card");
	if (box)
		light(box.getAttribute("href").slice(1));
	else if (card)
		light(card.id);
});
filter();
if (location.hash)
	requestAnimationFrame(show);
})();
