import domino from '@mixmark-io/domino'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'

const INVISIBLE = ['script', 'style', 'noscript', 'template', 'iframe', 'head']

export default async function handler({ parameters }) {
  const { html, base_url, links, images } = parameters
  const { body, title } = domino.createDocument(html)
  if (base_url) completeAddresses(body, base_url)

  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  })
  service.use(gfm)
  service.remove(INVISIBLE)
  if (links === 'text') service.addRule('links', { filter: 'a', replacement: (content) => content })
  if (images === 'leave out') service.addRule('images', { filter: 'img', replacement: () => '' })

  const markdown = service.turndown(body)
  const saved = Math.round((100 * Math.max(0, html.length - markdown.length)) / html.length)
  return {
    message: markdown
      ? `**${markdown.length}** characters of Markdown, ${saved}% shorter than the HTML.`
      : 'The HTML has no visible text.',
    markdown,
    ...(title.trim() && { title: title.trim() }),
    characters: markdown.length,
    saved_percent: saved,
  }
}

function completeAddresses(body, base) {
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ]) {
    for (const element of body.querySelectorAll(selector)) {
      const address = element.getAttribute(name)
      if (URL.canParse(address, base)) element.setAttribute(name, new URL(address, base).href)
    }
  }
}
