# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""A headless browser, and checks for all pages.

It waits for conditions, with a limit that a busy machine does not reach.
"""

from __future__ import annotations

import os
import shutil
from typing import Any, Callable, Dict, List

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import WebDriverWait

LIMIT = 600  # seconds, as in tests/run/patience.py
DESKTOP, PHONE, SMALL = (1280, 900), (390, 844), (360, 740)

ARGUMENTS = ["--headless", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-extensions", "--disable-dev-shm-usage", "--force-device-scale-factor=1"]

# Texts whose CSS colours have a contrast below 4.5.
CONTRAST = r"""
const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
const cache = new Map();
function rgba(text) {
  if (!cache.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    cache.set(text, [r, g, b, a / 255]);
  }
  return cache.get(text);
}
function over(top, under) {
  return [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
}
function light(c) {
  const [r, g, b] = c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function behind(el) {
  const layers = [];
  const box = el.closest("a,g")?.querySelector("rect:not(.x)");
  if (el.tagName === "text" && box && el.closest(".ro")) {
    const fill = getComputedStyle(box).fill;
    if (!fill.startsWith("url")) return rgba(fill);
  }
  for (let up = el; up; up = up.parentElement) {
    const color = rgba(getComputedStyle(up).backgroundColor);
    layers.push(color);
    if (color[3] === 1) break;
  }
  let out = rgba(getComputedStyle(document.body).backgroundColor);
  for (const layer of layers.reverse()) out = over(layer, out);
  return out;
}
const bad = new Map(), seen = new Set();
for (const el of document.querySelectorAll("body *")) {
  if (!el.checkVisibility({visibilityProperty: true, contentVisibilityAuto: false})) continue;
  if (![...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
  if (el.closest("defs")) continue;
  if (["SCRIPT", "STYLE", "NOSCRIPT", "TITLE", "title", "OPTION"].includes(el.tagName)) continue;
  const style = getComputedStyle(el);
  const ground = behind(el);
  let color = rgba(el instanceof SVGElement ? style.fill : style.color);
  for (let up = el; up; up = up.parentElement) {
    const opacity = Number(getComputedStyle(up).opacity);
    if (opacity < 1) color = [color[0], color[1], color[2], color[3] * opacity];
  }
  const key = color.join() + "/" + ground.join();
  if (seen.has(key)) continue;
  seen.add(key);
  const [a, b] = [light(over(color, ground)), light(ground)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  if (ratio < 4.5)
    bad.set(key, `${ratio.toFixed(2)}: ${el.tagName} ${el.getAttribute("class") || ""} "${el.textContent.trim().slice(0, 30)}" ${key}`);
}
return [seen.size, [...bad.values()]];
"""

# Errors in structure and names.
STRUCTURE = r"""
const bad = [];
const ids = new Set();
for (const el of document.querySelectorAll("[id]")) {
  if (ids.has(el.id)) bad.push("id twice: " + el.id);
  ids.add(el.id);
}
if (!document.documentElement.lang) bad.push("no language");
if (document.querySelectorAll("h1").length !== 1) bad.push("not one h1");
if (!document.querySelector("main")) bad.push("no main");
let level = 0;
for (const el of document.querySelectorAll("h1,h2,h3,h4")) {
  const here = Number(el.tagName[1]);
  if (here > level + 1) bad.push(`${el.tagName} after h${level}: ${el.textContent.trim().slice(0, 40)}`);
  level = here;
}
for (const el of document.querySelectorAll("input,select,button"))
  if (!el.labels?.length && !el.getAttribute("aria-label") && !el.textContent.trim()) bad.push("no label: " + el.outerHTML.slice(0, 80));
for (const el of document.querySelectorAll("nav,[role=search],[role=group],[role=listbox]"))
  if (!el.getAttribute("aria-label") && !el.closest("form[aria-label]") && el.getAttribute("role") !== "search") bad.push("no name: " + el.outerHTML.slice(0, 80));
for (const el of document.querySelectorAll("a[href]")) {
  if (!el.textContent.trim()) bad.push("empty link: " + el.outerHTML.slice(0, 80));
  if (!el.getAttribute("href").startsWith("#")) bad.push("leads outside: " + el.outerHTML.slice(0, 80));
}
for (const el of document.querySelectorAll("[aria-labelledby],[aria-controls]"))
  for (const name of ["aria-labelledby", "aria-controls"])
    if (el.hasAttribute(name) && !document.getElementById(el.getAttribute(name))) bad.push(name + " of nothing: " + el.outerHTML.slice(0, 80));
for (const el of document.querySelectorAll("[aria-hidden=true] a,[aria-hidden=true] button,[aria-hidden=true] input,[aria-hidden=true] summary"))
  if (el.tabIndex >= 0 && !el.closest("[data-keyboard]")) bad.push("can be focused, but is hidden: " + el.outerHTML.slice(0, 80));
for (const el of document.querySelectorAll("table"))
  if (!el.caption && !el.tHead) bad.push("table without heads: " + el.outerHTML.slice(0, 80));
return bad;
"""

# Names that are wider than their boxes, measured in the browser.
NAMES = r"""
const bad = [];
let count = 0;
for (const text of document.querySelectorAll(".ro text:not(.k)")) {
  if (!text.textContent || !text.checkVisibility()) continue;
  const box = text.closest("a,g")?.querySelector("rect");
  if (!box) continue;
  const t = text.getBoundingClientRect(), b = box.getBoundingClientRect();
  count++;
  /* The box around a text is higher than its letters. */
  const slack = text.classList.contains("v") ? [3.5, 1] : [1, 3];
  if (t.left < b.left - slack[0] || t.right > b.right + slack[0] || t.top < b.top - slack[1] || t.bottom > b.bottom + slack[1])
    bad.push(`${text.textContent} ${[t.left, t.right, t.top, t.bottom].map(Math.round)} in ${[b.left, b.right, b.top, b.bottom].map(Math.round)}`);
}
return [count, bad];
"""


class Browser:
    """Chromium, driven by chromedriver. ``folder`` holds its profile and is empty."""

    def __init__(self, folder: str) -> None:
        program, driver = shutil.which("chromium"), shutil.which("chromedriver")
        if not program or not driver:
            raise FileNotFoundError("there is no chromium or no chromedriver: run ./configure.py "
                                    "--install-deps=test")
        options = webdriver.ChromeOptions()
        options.binary_location = program
        for argument in ARGUMENTS + ([] if os.geteuid() else ["--no-sandbox"]):
            options.add_argument(argument)
        options.add_argument(f"--user-data-dir={folder}")
        options.ignore_local_proxy_environment_variables()  # the driver is on this machine
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(driver), options=options)
        self.driver.set_page_load_timeout(LIMIT)
        self.driver.set_script_timeout(LIMIT)

    def close(self) -> None:
        if os.environ.get("PAGES_CPU"):
            print(f"{self.cpu():.1f} s of processor time in the browser")
        self.driver.quit()

    def cpu(self) -> float:
        """Returns the CPU seconds of the driver and the browser."""
        parents, ticks = {}, {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as stream:
                    words = stream.read().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(name)], ticks[int(name)] = int(words[1]), int(words[11]) + int(words[12])
        family = {self.driver.service.process.pid}
        for _ in range(10):
            family |= {pid for pid, parent in parents.items() if parent in family}
        return sum(ticks.get(pid, 0) for pid in family) / os.sysconf("SC_CLK_TCK")

    def command(self, name: str, **values: Any) -> Dict[str, Any]:
        return self.driver.execute_cdp_cmd(name, values)

    def screen(self, size: tuple, scheme: str = "light") -> None:
        """Sets a screen of ``size`` in CSS pixels, a phone's if it is narrow."""
        self.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1],
                     deviceScaleFactor=1, mobile=size[0] < 600)
        self.command("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path: str, anchor: str = "") -> None:
        """Opens a file as a new page."""
        self.driver.get("about:blank")
        self.driver.get(f"file://{path}" + (f"#{anchor}" if anchor else ""))
        self.frame()

    def again(self, path: str) -> None:
        """Resets the page as if just opened; loads it only if another one is shown."""
        if not self.driver.current_url.startswith(f"file://{path}"):
            self.open(path)
            return
        self.run("document.activeElement.blur(); document.querySelector('input').value = '';"
                 "history.replaceState(null, '', location.pathname); scrollTo(0, 0);")
        self.frame()

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def frame(self) -> None:
        """Waits until all requested changes are drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));")

    def wait(self, what: str, script: str, *arguments: Any) -> Any:
        """Waits until ``script`` returns a true value."""
        condition: Callable[[Any], Any] = lambda driver: driver.execute_script(script, *arguments)
        return WebDriverWait(self.driver, LIMIT, 0.05).until(condition, what)

    def press(self, *keys: str) -> None:
        ActionChains(self.driver).send_keys(*keys).perform()

    def errors(self) -> List[str]:
        """Returns the messages of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    # Checks of any page

    def render_all(self) -> None:
        """Renders all of a page, also parts outside of the window."""
        self.run("const style = document.createElement('style'); style.textContent = "
                 "'.item,.part{content-visibility:visible!important}'; document.head.append(style);")
        self.frame()

    def overflow(self) -> List[str]:
        """Returns the elements that make the page wider than the window."""
        return self.run(r"""
            const wide = document.documentElement.clientWidth, out = [];
            if (document.scrollingElement.scrollWidth <= wide) return out;
            for (const el of document.querySelectorAll("body *"))
              if ((el.getBoundingClientRect().right > wide + 1 || el.scrollWidth > wide) && el.checkVisibility())
                out.push(el.tagName + "." + (el.getAttribute("class") || "") + " " + el.textContent.trim().slice(0, 40));
            return out.slice(-8).concat("page " + document.scrollingElement.scrollWidth);""")

    def is_seen(self, anchor: str) -> bool:
        """Returns whether the element with this id is in the window, below any sticky header."""
        return self.run(r"""
            const el = document.getElementById(arguments[0]), r = el.getBoundingClientRect();
            const at = document.elementFromPoint(Math.max(r.left + 3, 1), Math.min(Math.max(r.top + 6, 1), innerHeight - 1));
            return r.top >= 0 && r.top < innerHeight && (el === at || el.contains(at) || !!at?.contains(el));""",
                        anchor)
