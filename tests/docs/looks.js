// What is wrong with how a page looks, as lines: wider than the window, text that is
// hardly told from what is behind it, pictures that are not there.
(async () => {
  const wrong = [];
  for (const image of document.images) image.loading = "eager";
  await Promise.all(
    [...document.images].map((image) => image.decode().catch(() => wrong.push(`no picture ${image.src}`))),
  );
  await document.fonts.ready;

  const width = document.documentElement.clientWidth;
  const isClipped = (element) => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (getComputedStyle(above).overflowX !== "visible") return true;
    return false;
  };
  if (document.documentElement.scrollWidth > width + 1) {
    const wide = [...document.querySelectorAll("body *")].find(
      (element) => element.getBoundingClientRect().right > width + 1 && !isClipped(element),
    );
    wrong.push(`wider than ${width}: ${wide?.outerHTML.slice(0, 80)}`);
  }

  // Marks of Markdown that nothing has read.
  for (const element of document.querySelectorAll("article p, article td")) {
    const prose = element.cloneNode(true);
    prose.querySelectorAll("code").forEach((code) => code.remove());
    if (/\{[.#]\w+\}|\]\(|\{\w+\}`/.test(prose.textContent))
      wrong.push(`unread: ${prose.textContent.slice(0, 60)}`);
  }

  // WCAG's relative luminance.
  const luminance = (color) => {
    const [r, g, b] = color.map((byte) => {
      const part = byte / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parts = (text) => text.match(/[\d.]+/g).map(Number);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const [r, g, b, alpha = 1] = parts(getComputedStyle(element).backgroundColor);
      if (alpha > 0.9) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.textContent.trim();
    const element = texts.currentNode.parentElement;
    const style = getComputedStyle(element);
    if (!text || !element.offsetParent || style.visibility === "hidden") continue;
    if (element.closest("svg, script, style, noscript")) continue;
    const [one, two] = [parts(style.color).slice(0, 3), behind(element)].map(luminance);
    const contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const key = `${element.className} ${style.color}`;
    if (contrast < LEAST_CONTRAST && !seen.has(key)) {
      seen.add(key);
      wrong.push(`contrast ${contrast.toFixed(1)}: ${key}: ${text.slice(0, 40)}`);
    }
  }
  return { wrong, texts: document.body.innerText.length };
})();
