/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
"use strict";
(() => {
const $ = (id) => document.getElementById(id);
const find = $("ui-find"), list = $("ui-hits"), said = $("ui-said"), toc = $("ui-toc");
const MOST = 60;
document.documentElement.classList.add("js");

/* The index: every element with data-s, by its id. */
let index = null;
function build() {
	if (index)
		return index;
	index = [];
	for (const el of document.querySelectorAll("[data-s]")) {
		const name = el.id, kind = el.dataset.s;
		const low = name.toLowerCase(), last = low.slice(low.indexOf(".") + 1);
		const doc = el.querySelector(kind === "field" ? "td:last-child > p" :
					     kind === "value" ? "td:last-child" : ":scope > p.doc");
		index.push({el, name, kind, low, last, value: (el.dataset.v || "").toLowerCase(),
			    also: (el.dataset.n || "").toLowerCase().split(" "),
			    doc: doc ? doc.textContent.trim().replace(/\s+/g, " ") : ""});
	}
	return index;
}

/* Returns whether a driver calls the entry so; a name with * is the start of several. */
function called(it, word) {
	return it.also.some((name) => name === word ||
			    name.endsWith("*") && name.length > 8 && word.startsWith(name.slice(0, -1)));
}

/* Returns whether a word is the number of a value, or one of its range; logs have codes in decimal, too. */
function numbered(it, word) {
	if (!it.value || it.value === word)
		return !!it.value;
	const [first, last] = it.value.split(" to ").map(Number), number = Number(word);
	return /^(0x|\d)/.test(word) && number >= first && number <= (last || first);
}

/* Returns how well an entry matches all words; 0 is no match. */
function score(it, words) {
	let total = 0;
	for (const word of words) {
		let best = 0;
		if (it.low === word)
			best = 100;
		else if (it.last === word)
			best = 90;
		else if (called(it, word))
			best = 85;
		else if (numbered(it, word))
			best = 80;
		else if (it.last.startsWith(word))
			best = 70;
		else if (it.low.startsWith(word))
			best = 60;
		else {
			const at = it.last.indexOf(word);
			if (at > 0)
				best = /[_.]/.test(it.last[at - 1]) ? 50 : 35;
			else if (it.low.includes(word))
				best = 25;
			else if (it.doc.toLowerCase().includes(word))
				best = 8;
		}
		if (!best)
			return 0;
		total += best;
	}
	const weight = {layout: 6, sequence: 4, variant: 4, enumeration: 3, flags: 3}[it.kind] || 0;
	return total / words.length + weight - Math.min(it.last.length, 60) / 20;
}

let hits = [], at = -1;
function mark(text, words) {
	const out = document.createDocumentFragment(), low = text.toLowerCase();
	let i = 0;
	while (i < text.length) {
		let next = -1, length = 0;
		for (const word of words) {
			const found = low.indexOf(word, i);
			if (found >= 0 && (next < 0 || found < next))
				[next, length] = [found, word.length];
		}
		if (next < 0)
			break;
		out.append(text.slice(i, next));
		const el = document.createElement("mark");
		el.textContent = text.slice(next, next + length);
		out.append(el);
		i = next + length;
	}
	out.append(text.slice(i));
	return out;
}

function search() {
	const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
	list.replaceChildren();
	at = -1;
	if (!words.length) {
		close();
		return;
	}
	const found = [];
	for (const it of build()) {
		const points = score(it, words);
		if (points > 0)
			found.push([points, it]);
	}
	found.sort((a, b) => b[0] - a[0]);
	hits = found.slice(0, MOST).map((pair) => pair[1]);
	hits.forEach((it, number) => {
		const li = document.createElement("li"), name = document.createElement("b");
		const kind = document.createElement("i"), doc = document.createElement("span");
		li.id = "ui-hit-" + number;
		li.role = "option";
		name.append(mark(it.name, words));
		kind.textContent = it.kind + (it.value ? " " + it.value : "");
		doc.append(mark(it.doc.slice(0, 160), words));
		li.append(name, kind, doc);
		li.addEventListener("mousedown", (event) => {
			event.preventDefault();
			go(number);
		});
		list.append(li);
	});
	said.textContent = found.length > MOST ? `${found.length} found, the first ${MOST} are listed` :
						 `${found.length} found`;
	if (!hits.length) {
		const li = document.createElement("li");
		li.className = "none";
		li.textContent = "No match.";
		list.append(li);
	}
	list.hidden = false;
	list.scrollTop = 0;
	find.setAttribute("aria-expanded", "true");
	if (hits.length)
		choose(0);
}

function choose(number) {
	if (!hits.length || list.hidden)
		return;
	list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
	at = (number + hits.length) % hits.length;
	const li = $("ui-hit-" + at);
	li.setAttribute("aria-selected", "true");
	li.scrollIntoView({block: "nearest"});
	find.setAttribute("aria-activedescendant", li.id);
}

function close() {
	list.hidden = true;
	hits = [];
	find.setAttribute("aria-expanded", "false");
	find.removeAttribute("aria-activedescendant");
}

function go(number) {
	const it = hits[number];
	if (!it)
		return;
	close();
	find.blur();
	if (location.hash === "#" + it.el.id)
		show();
	else
		location.hash = it.el.id;
}

find.addEventListener("input", search);
find.addEventListener("focus", () => find.value && search());
find.addEventListener("blur", close);
find.addEventListener("keydown", (event) => {
	if (event.key === "ArrowDown" || event.key === "ArrowUp") {
		event.preventDefault();
		choose(at + (event.key === "ArrowDown" ? 1 : -1));
	} else if (event.key === "Enter") {
		event.preventDefault();
		go(at);
	} else if (event.key === "Escape") {
		if (list.hidden || !find.value)
			find.blur();
		find.value = "";
		close();
	}
});
document.addEventListener("keydown", (event) => {
	if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey ||
	    /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName))
		return;
	event.preventDefault();
	find.focus();
	find.select();
});

/* Shows the target of the address: opens the sections around it, marks it in drawing and contents. */
function boxes(id, item) {
	return item ? item.querySelectorAll(`.fig a[href="#${CSS.escape(id)}"]`) : [];
}
function current(item) {
	for (const old of toc.querySelectorAll("[aria-current]"))
		old.removeAttribute("aria-current");
	const link = item && toc.querySelector(`a[href="#${CSS.escape(item.id)}"]`);
	if (!link)
		return;
	link.setAttribute("aria-current", "true");
	if (matchMedia("(min-width:64rem)").matches) {
		link.closest("details").open = true;
		link.scrollIntoView({block: "nearest"});
	}
}
function show() {
	for (const old of document.querySelectorAll(".fig a.on"))
		old.classList.remove("on");
	let id = location.hash.slice(1);
	try {
		id = decodeURIComponent(id);
	} catch (error) {
		/* not encoded */
	}
	const el = id && $(id);
	if (!el)
		return;
	for (let up = el.parentElement; up; up = up.parentElement)
		if (up.tagName === "DETAILS")
			up.open = true;
	const item = el.closest(".item");
	for (const box of boxes(id, item))
		box.classList.add("on");
	current(item);
	el.scrollIntoView({block: el === item || el.tagName === "H2" || el.tagName === "MAIN" ? "start" : "center"});
}
addEventListener("hashchange", show);
if (matchMedia("(max-width:64rem)").matches)
	toc.open = false;
if (location.hash)
	requestAnimationFrame(show);

/* A field and its boxes light up together. */
let lit = [];
document.addEventListener("mouseover", (event) => {
	const box = event.target.closest?.(".fig a"), line = event.target.closest?.("tr[id]");
	for (const el of lit)
		el.classList.remove("on");
	lit = [];
	if (box)
		lit = [$(box.getAttribute("href").slice(1))];
	else if (line)
		lit = [...boxes(line.id, line.closest(".item"))];
	lit = lit.filter((el) => el && !(el.tagName !== "TR" && "#" + line?.id === location.hash));
	for (const el of lit)
		el.classList.add("on");
});
})();
