import { parseFeed } from 'feedsmith'

export default async function handler({ parameters, context }) {
  const { url, xml, max_entries } = parameters
  const text = xml ?? (await load(url, context))
  const { format, feed } = parse(text)
  const entries = (feed.items ?? feed.entries ?? []).map((item) => readEntry(item, url))
  // Entries without a date stay behind those with one.
  entries.sort((a, b) => (b.published ?? '').localeCompare(a.published ?? ''))
  const title = textOf(feed.title) || 'Untitled feed'
  return {
    message: `**${title}** has ${entries.length} entr${entries.length === 1 ? 'y' : 'ies'}${entries[0]?.published ? `, the newest of ${entries[0].published.slice(0, 10)}` : ''}.`,
    title,
    format,
    entries: entries.slice(0, max_entries),
    entry_count: entries.length,
  }
}

async function load(url, { signal }) {
  if (!url) refuse('There is no feed.', 'Enter the address of a feed, or its text.')
  const answer = await fetch(url, {
    signal,
    headers: {
      accept:
        'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    },
  })
  if (!answer.ok) refuse(`The address returned HTTP ${answer.status}.`, 'Check the address of the feed.')
  return answer.text()
}

function parse(text) {
  try {
    return parseFeed(text)
  } catch (error) {
    console.log(error)
    refuse('This is not a feed in RSS, Atom, RDF or JSON.', 'Look for a link named RSS or Atom on the site.')
  }
}

function readEntry(item, base) {
  const link = item.link ?? item.url ?? item.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href
  const date = item.pubDate ?? item.published ?? item.date_published ?? item.updated ?? item.dc?.dates?.[0]
  const summary = textOf(item.description ?? item.summary ?? item.content_text ?? item.content)
  return {
    title: textOf(item.title) || '(untitled)',
    ...(link && URL.canParse(link, base) && { link: new URL(link, base).href }),
    ...(date && !Number.isNaN(Date.parse(date)) && { published: new Date(date).toISOString() }),
    ...(summary && { summary: summary.length > 500 ? `${summary.slice(0, 499)}…` : summary }),
  }
}

/** The text of HTML. */
function textOf(value) {
  const text = typeof value === 'string' ? value : (value?.value ?? '')
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|#38);/g, '&')
    .replace(/&(?:lt|#60);/g, '<')
    .replace(/&(?:gt|#62);/g, '>')
    .replace(/&(?:quot|#34);/g, '"')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function refuse(message, suggested_action) {
  throw { code: 'INVALID_INPUT', message, suggested_action, recoverable: true }
}
