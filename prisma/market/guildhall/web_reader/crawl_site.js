import { Parser } from 'htmlparser2'
import robotsParser from 'robots-parser'

const AGENT = 'GuildhallCrawler'
const MAX_BYTES = 2_000_000
const MAX_DELAY_SECONDS = 10

export default async function handler({ parameters, context }) {
  const { url, max_pages, delay_ms } = parameters
  const start = new URL(url)
  start.hash = ''
  const robots = await readRobots(start, context)
  const delay = Math.max(delay_ms, 1000 * Math.min(robots.getCrawlDelay(AGENT) ?? 0, MAX_DELAY_SECONDS))

  const pages = []
  const refused = []
  // Each address with the page on which it was found first.
  const found = new Map([[start.href, undefined]])
  for (const [address, from] of found) {
    if (pages.length >= max_pages) break
    if (robots.isAllowed(address, AGENT) === false) {
      refused.push(address)
      continue
    }
    if (pages.length > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    const { links, ...page } = await visit(address, context)
    pages.push({ ...page, ...(from && { linked_from: from }) })
    context.log(`${page.status ?? 'error'} ${address}`)
    context.progress(pages.length / max_pages, address)
    for (const link of links)
      if (!found.has(link) && new URL(link).host === start.host) found.set(link, address)
  }
  const broken = pages.filter(({ status, error }) => error !== undefined || status >= 400)
  return {
    message: `**${pages.length}** page${pages.length === 1 ? '' : 's'} of ${start.host}, ${broken.length === 0 ? 'all of them work' : `**${broken.length}** with a problem`}.`,
    pages,
    broken: broken.map(({ url, status, error, linked_from }) => ({
      url,
      problem: error ?? `HTTP ${status}`,
      ...(linked_from && { linked_from }),
    })),
    not_allowed: refused,
    not_visited: found.size - pages.length - refused.length,
  }
}

async function readRobots(start, { signal }) {
  const address = new URL('/robots.txt', start).href
  try {
    const answer = await fetch(address, { signal, headers: { 'user-agent': AGENT } })
    return robotsParser(address, answer.ok ? await answer.text() : '')
  } catch (error) {
    console.log(error)
    return robotsParser(address, '')
  }
}

async function visit(address, { signal }) {
  try {
    const answer = await fetch(address, {
      signal,
      headers: { 'user-agent': AGENT, accept: 'text/html, */*;q=0.5' },
    })
    const isPage = /^text\/html|^application\/xhtml/.test(answer.headers.get('content-type') ?? '')
    if (!isPage) await answer.body?.cancel()
    const read = isPage ? readPage((await answer.text()).slice(0, MAX_BYTES), address) : { links: [] }
    return { url: address, status: answer.status, ...read }
  } catch (error) {
    if (signal.aborted) throw error
    return { url: address, error: error.message, links: [] }
  }
}

function readPage(html, address) {
  const links = new Set()
  let title = ''
  let description
  let text = ''
  const open = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (name === 'meta' && /^description$/i.test(attributes.name ?? '')) description = attributes.content
      if (name !== 'a' || !attributes.href || !URL.canParse(attributes.href, address)) return
      const link = new URL(attributes.href, address)
      link.hash = ''
      if (/^https?:$/.test(link.protocol)) links.add(link.href)
    },
    ontext(part) {
      if (open.includes('script') || open.includes('style')) return
      if (open.at(-1) === 'title') title += part
      else if (!open.includes('head')) text += ` ${part}`
    },
    onclosetag() {
      open.pop()
    },
  })
  parser.end(html)
  return {
    title: title.replace(/\s+/g, ' ').trim(),
    ...(description && { description }),
    words: text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
    links: [...links],
  }
}
