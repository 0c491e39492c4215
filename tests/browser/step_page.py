#!/usr/bin/env python3
"""Goes through a page of a game in a real browser and compares every picture with the one that was wanted.

usage: step_page.py PAGE WANTED [AXE]

PAGE is what `roundhouse replay RECORD --format html` prints. WANTED is JSON: under `narrow` and `wide` the
picture of every step as SVG, under `words` the table in words. AXE is axe.min.js of axe-core, or the variable
ROUNDHOUSE_AXE names it; without it that part is left out, and said to be.

The browser is Debian's chromium, spoken to through a pipe, so that nothing listens anywhere. Ends with status 1
where something is not as it should be.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as tree


class Browser:
    def __init__(self, folder):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if program is None:
            sys.exit("there is no chromium: apt-get install chromium")
        to_read, self.to_browser = os.pipe()
        self.from_browser, to_write = os.pipe()

        def settle():
            # As 3 and 4 it wants them; high numbers first, lest one is in the other's way.
            high_read, high_write = os.dup(to_read), os.dup(to_write)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", f"--user-data-dir={folder}",
             "--remote-debugging-pipe", "about:blank"],
            close_fds=False, preexec_fn=settle, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.rest = b""
        self.number = 0
        self.session = None
        self.events = []
        targets = self.ask("Target.getTargets")["targetInfos"]
        page = next(one for one in targets if one["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]

    def receive(self):
        while b"\0" not in self.rest:
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                sys.exit("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            sys.exit(f"{script[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def width(self, pixels):
        self.ask("Emulation.setDeviceMetricsOverride", width=pixels, height=900, deviceScaleFactor=1, mobile=False)
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key):
        named = {"ArrowRight": 39, "ArrowLeft": 37, "Escape": 27, "Tab": 9, "Home": 36, "End": 35, "Enter": 13}
        press = {"key": key, "windowsVirtualKeyCode": named.get(key, ord(key[0].upper()))}
        if len(key) == 1:
            press["text"] = key
        elif key == "Enter":
            press["text"] = "\r"
        self.ask("Input.dispatchKeyEvent", type="keyDown", **press)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **press)

    def close(self):
        self.process.terminate()
        self.process.wait()


PICTURE = """(() => [...document.querySelectorAll('#table > [data-layer]')]
  .filter(layer => layer.getAttribute('display') !== 'none')
  .flatMap(layer => [...layer.children].filter(part => part.getAttribute('display') !== 'none'))
  .map(part => new XMLSerializer().serializeToString(part)).join(''))()"""


def parts(svg):
    """What is painted, in its order, however it was written."""
    def plain(node):
        attributes = {name: " ".join(value.split()) for name, value in node.attrib.items() if name != "display"}
        return [node.tag.split("}")[-1], sorted(attributes.items()), node.text or "", [plain(one) for one in node]]
    return [plain(one) for one in tree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{svg}</svg>")]


troubles = []


def check(fine, what):
    if not fine:
        troubles.append(what)


def compare(browser, wanted, step, how):
    painted = parts(browser.run(PICTURE))
    if painted != wanted[step]:
        other = next((pair for pair in zip(painted, wanted[step]) if pair[0] != pair[1]), (len(painted), len(wanted[step])))
        troubles.append(f"step {step}, {how}: painted {other[0]}, wanted {other[1]}")


def count(browser):
    return int(browser.run("document.getElementById('count').textContent.split('/')[0]")) - 1


def wait(browser):
    """Until the page's script is done."""
    for _ in range(600):
        if browser.run("document.documentElement?.dataset.ready === 'yes'"):
            return
        time.sleep(0.05)
    sys.exit("the page does not begin")


def go_through(browser, page, wanted):
    browser.ask("Network.enable")
    browser.ask("Runtime.enable")
    browser.ask("Page.enable")
    browser.ask("Page.navigate", url=page.as_uri())
    wait(browser)
    last = len(wanted["words"]) - 1
    # Rows in which nothing lies yet are shown, too, as in the pictures that are wanted.
    browser.run("document.getElementById('words').open = true; document.documentElement.dataset.whole = ''")
    for name, pixels in (("narrow", 390), ("wide", 1400)):
        pictures = [parts(picture) for picture in wanted[name]]
        browser.width(pixels)
        browser.press("g")
        check(count(browser) == 0, "g does not lead to the beginning")
        for step in range(last + 1):
            check(count(browser) == step, f"{count(browser)} is shown where {step} should be")
            compare(browser, pictures, step, f"{name}, forward")
            if name == "narrow":
                told = browser.run("document.getElementById('spoken').textContent")
                check(told == wanted["words"][step], f"step {step} is told as {told}")
            browser.press("ArrowRight" if step % 2 else "l")
        for step in range(last, -1, -1):
            compare(browser, pictures, step, f"{name}, back")
            browser.press("ArrowLeft" if step % 2 else "h")
        for step in [last, last // 2, 0, last // 3, last]:
            browser.run(f"(() => {{ const slider = document.getElementById('slider'); slider.value = {step};"
                        "slider.dispatchEvent(new Event('input')); })()")
            compare(browser, pictures, step, f"{name}, by the slider")
        wide = browser.run("document.documentElement.scrollWidth")
        check(wide <= pixels, f"the page is {wide} pixels wide where {pixels} are")
    browser.run("delete document.documentElement.dataset.whole")
    apart(browser, last)
    steady(browser)
    keys(browser, last)


def apart(browser, last):
    """On a phone no tile lies on another one where rows are left out."""
    browser.width(390)
    for step in range(0, last + 1, max(1, last // 20)):
        browser.run(f"(() => {{ const slider = document.getElementById('slider'); slider.value = {step};"
                    "slider.dispatchEvent(new Event('input')); })()")
        covered = browser.run("""(() => {
          const boxes = [...document.querySelectorAll('#table [data-layer=tiles] > .tile:not([display=none])')]
            .map(tile => tile.querySelector('use').getBoundingClientRect());
          return boxes.filter((a, i) => boxes.some((b, j) => j > i && a.left < b.right - 2 && b.left < a.right - 2 &&
            a.top < b.bottom - 2 && b.top < a.bottom - 2)).length;
        })()""")
        check(covered == 0, f"step {step}: {covered} tiles lie on others")


def keys(browser, last):
    browser.run("document.activeElement.blur(); document.getElementById('more').open = true")
    browser.press("G")
    check(count(browser) == last, "G does not lead to the end")
    browser.press("g")
    browser.press("]")
    first = count(browser)
    check(browser.run("document.querySelector('#sentences .note') !== null"), "] does not lead to a finding")
    check(browser.run("document.querySelector('#sentences b') === null"), "text of the record is taken for HTML")
    browser.press("]")
    check(count(browser) > first, "] does not lead to the next finding")
    browser.press("[")
    check(count(browser) == first, "[ does not lead back")
    browser.press("g")
    browser.press("j")
    turn = count(browser)
    browser.press("j")
    check(count(browser) > turn, "j does not lead on")
    browser.press("k")
    check(count(browser) == turn, "k does not lead back")
    browser.press("n")
    browser.press("p")
    check(count(browser) == 0, "p does not lead to the beginning of the round")
    hands(browser)
    # What is copied is the record as far as the turn that is shown.
    browser.run("Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { window.copied = text; }}})")
    browser.press("j")
    browser.press("o")
    record = browser.run("document.getElementById('record').innerHTML ? document.getElementById('record').content.textContent : ''")
    copied = browser.run("window.copied || ''")
    if record:
        check(record.startswith(copied.rstrip("\n")) and copied.rstrip("\n").split("\n")[-1] == browser.run(
            "document.getElementById('written').textContent"), "what is copied is the record as far as this turn")
    browser.press("G")  # where tiles lie on the table
    browser.press("d")
    check(browser.run("document.querySelector('#table [href=\"#n0\"], #table [href=\"#n1\"], #table [href=\"#n9\"]') !== null"), "d shows no numbers")
    browser.press("d")
    browser.press("?")
    check(browser.run("document.getElementById('help').open"), "? shows no help")
    check(browser.run("document.getElementById('help').scrollTop") == 0, "the help does not begin with its heading")
    browser.press("Escape")
    check(not browser.run("document.getElementById('help').open"), "Escape does not close the help")
    # Whoever has no mouse comes to every control.
    browser.run("document.activeElement.blur()")
    reached = set()
    for _ in range(60):
        browser.press("Tab")
        reached.add(browser.run("document.activeElement.id"))
    controls = browser.run("[...document.querySelectorAll('#bar button, #bar select, #bar input')]"
                           ".filter(one => !one.hidden).map(one => one.id)")
    check(set(controls) <= reached, f"Tab does not reach {set(controls) - reached}")
    browser.run("document.getElementById('more').open = false")


def hands(browser):
    """They come in over several frames: a jump shows the same in the end as going there act by act."""
    def shown():
        for _ in range(8):
            browser.run("new Promise(done => requestAnimationFrame(() => done()))")
        return browser.run("[...document.querySelectorAll('#players li')].map(one => one.className + one.textContent)")

    browser.press("g")
    for _ in range(12):
        browser.press("l")
    stepped = shown()
    browser.press("G")
    browser.press("g")
    browser.run("(() => { const slider = document.getElementById('slider'); slider.value = 12;"
                "slider.dispatchEvent(new Event('input')); })()")
    check(all(stepped) and shown() == stepped, f"hands are {shown()} after a jump, {stepped} step by step")


STEADY = """(() => {
  const by = id => document.getElementById(id);
  const found = {lost: 0, moved: 0, hands: 0, covered: 0, unsaid: 0, hidden: 0, steps: Math.min(300, Number(by('slider').max))};
  const bar = by('bar').getBoundingClientRect().top;
  const now = by('now').getBoundingClientRect();
  for (let i = 0; i < found.steps; ++i) {
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'l', bubbles: true}));
    const here = by('now').getBoundingClientRect();
    if (Math.abs(by('bar').getBoundingClientRect().top - bar) > 0.5 || here.top !== now.top || here.height !== now.height) ++found.moved;
    const tile = document.querySelector('#table .newest rect')?.getBoundingClientRect();
    const felt = by('picture').getBoundingClientRect();
    if (tile && (tile.bottom > Math.min(felt.bottom, innerHeight) + 1 || tile.top < Math.max(0, felt.top) - 1 ||
                 tile.right > felt.right + 1 || tile.left < felt.left - 1)) ++found.lost;
    const hand = document.querySelector(innerWidth >= 1000 ? '#players li.turn' : '#hand h2')?.getBoundingClientRect();
    if (hand && (hand.top < 0 || hand.bottom > innerHeight)) ++found.hands;
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const counter = by('count').getBoundingClientRect();
    if ([...document.querySelectorAll('#hand .mini')].some(one => over(one.getBoundingClientRect(), counter))) ++found.covered;
    if (by('now').scrollHeight - by('now').clientHeight > 30 && !by('now').classList.contains('more')) ++found.unsaid;
    const ghosts = [...document.querySelectorAll('#table .ghost > rect')].map(one => one.getBoundingClientRect());
    const foul = tile && [...document.querySelectorAll('#table .foul > rect')].map(one => one.getBoundingClientRect())
      .find(one => Math.abs(one.left - tile.left) < 2 && Math.abs(one.top - tile.top) < 2);
    const within = (a, b) => a.left < b.right - 4 && b.left < a.right - 4 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
    if (foul && ghosts.some(one => within(one, foul))) ++found.hidden;
  }
  const felt = by('picture').getBoundingClientRect();
  return {...found, wide: document.documentElement.scrollWidth, share: felt.width * felt.height / innerWidth / innerHeight};
})()"""


def steady(browser):
    """The newest tile and the hand of the turn are in sight, nothing covers them or moves from step to step, and what is
    longer than its box says so."""
    for width, height in ((360, 640), (390, 844), (1400, 900)):
        browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        browser.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        browser.press("g")
        found = browser.run(STEADY)
        check(found["wide"] <= width, f"{width}x{height}: the page is {found['wide']} pixels wide")
        for what in ("lost", "moved", "hands", "covered", "unsaid", "hidden"):
            check(found[what] == 0, f"{width}x{height}: {what} in {found[what]} of {found['steps']} steps")
        check(width < 1000 or found["share"] >= 0.5, f"the table has {found['share']:.2f} of the window")


def measure(browser):
    """Milliseconds from a key to the finished layout; told, not judged."""
    return browser.run("""(() => {
      const times = [];
      const press = key => {
        const begin = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
        document.body.getBoundingClientRect();
        times.push(performance.now() - begin);
      };
      const steps = Number(document.getElementById('slider').max);
      press('g');
      times.length = 0;
      for (let i = 0; i < steps; ++i) press('l');
      times.sort((a, b) => a - b);
      return {steps, middle: times[times.length >> 1], worst99: times[Math.floor(times.length * 0.99)],
              most: times[times.length - 1]};
    })()""")


def ask_axe(browser, axe):
    browser.run(axe.read_text() + ";0")
    for scheme in ("light", "dark"):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        for pixels in (390, 1400):
            browser.width(pixels)
            found = browser.run("axe.run().then(result => result.violations.map(one => `${one.id}: ${one.help}: `"
                                " + one.nodes.map(node => node.html.slice(0, 120)).join(' | ')))")
            check(found == [], f"axe, {scheme}, {pixels} pixels: {found}")


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    wanted = json.loads(pathlib.Path(sys.argv[2]).read_text()) if sys.argv[2] != "-" else None
    axe = sys.argv[3] if len(sys.argv) > 3 else os.environ.get("ROUNDHOUSE_AXE", "")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            if wanted:
                go_through(browser, page, wanted)
            else:
                browser.ask("Page.enable")
                browser.ask("Network.enable")
                browser.ask("Page.navigate", url=page.as_uri())
                browser.width(1400)
                wait(browser)
                steady(browser)
            print("steps", measure(browser))
            if axe:
                ask_axe(browser, pathlib.Path(axe))
            else:
                print("axe-core is not there, so names and contrast were not looked at")
            for event in browser.events:
                if event["method"] == "Network.requestWillBeSent":
                    url = event["params"]["request"]["url"]
                    check(url == page.as_uri(), f"the page asks for {url}")
                if event["method"] == "Runtime.exceptionThrown":
                    check(False, f"a script fails: {event['params']['exceptionDetails']}")
        finally:
            browser.close()
    for trouble in troubles[:20]:
        print(trouble)
    if troubles:
        sys.exit(f"{len(troubles)} things are not as they should be")
    print("all as it should be")


if __name__ == "__main__":
    main()
