/**
 * What agents are told to do in the text of a skill. An agent follows instructions with its own rights, and what it
 * fetches can change after the review.
 */

/** Finds programs that are fetched and run in one command. */
const FETCHED_PROGRAMS: readonly RegExp[] = [
  /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{1,300}\|\s{0,4}(?:sudo\s{1,4})?(?:env\s{1,4})?(?:(?:ba|z|da|k|fi)?sh|python\d?|node|deno|bun|perl|ruby|php|pwsh|powershell|iex|invoke-expression)\b/gi,
  /\b(?:ba|z|da|k)?sh\b[^\n]{0,40}(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b[^\n]{1,300}/gi,
  /\b(?:eval|source|exec)\b[^\n]{0,20}(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b[^\n]{1,300}/gi,
  /\b(?:iex|invoke-expression)\b[^\n]{0,40}(?:irm|iwr|invoke-webrequest|invoke-restmethod|downloadstring)\b[^\n]{1,300}/gi,
  /\b(?:pip3?|uv pip|pipx|npm|pnpm|yarn)\s{1,4}(?:install|add|i)\b[^\n]{0,80}(?:git\+https?|https?):\/\/[^\s`"')]{4,200}/gi,
  /\b(?:npx|bunx|pnpm dlx|uvx|deno run)\b[^\n"'{]{0,60}https?:\/\/[^\s`"')]{4,200}/gi,
]

/** Returns the commands that run what they download, each once, shortened for a sentence. */
export function fetchedPrograms(text: string): string[] {
  const found = FETCHED_PROGRAMS.flatMap((pattern) => text.match(pattern) ?? [])
  return [...new Set(found.map((command) => shorten(command.replace(/\s+/g, ' ').trim())))]
}

const URL = /\bhttps?:\/\/[^\s<>"'`)\]}|\\^]{4,500}/gi

export type ChangingLinks = {
  /** At addresses made to be edited: a branch, a gist, a paste, a short link, a shared document. */
  editable: string[]
  /** Other addresses that the sentence tells the reader to fetch, run or follow. */
  followed: string[]
  /** All other links. */
  other: string[]
}

/** Leaves out links to a fixed commit or version, to this machine, and to documentation's example hosts. */
export function changingLinks(text: string): ChangingLinks {
  const links: ChangingLinks = { editable: [], followed: [], other: [] }
  for (const { 0: found, index } of text.matchAll(URL)) {
    const url = found.replace(/[.,;:!?*_]+$/, '')
    if (isFixed(url) || isHarmless(url)) continue
    const line = lineAround(text, index)
    const kind = isEditable(url) ? 'editable' : FOLLOW.test(line.replace(url, '')) ? 'followed' : 'other'
    if (!links[kind].includes(url)) links[kind].push(url)
  }
  return links
}

function lineAround(text: string, index: number): string {
  const start = Math.max(text.lastIndexOf('\n', index) + 1, index - 200)
  const end = text.indexOf('\n', index)
  return text.slice(start, end === -1 ? index + 400 : Math.min(end, index + 400))
}

const FOLLOW =
  /\b(?:fetch|download|retrieve|curl|wget|execute|run|follow|obey|install|apply|webfetch|git clone|import|load|read and|open and)\b/i

const COMMIT = /(?:^|[/@#=])[0-9a-f]{40}(?:[/?#.]|$)/i
const VERSION = /@v?\d+\.\d+\.\d+(?:[/?#-]|$)/i

function isFixed(url: string): boolean {
  return (
    COMMIT.test(url) ||
    (VERSION.test(url) && /^https?:\/\/(?:cdn\.jsdelivr\.net|unpkg\.com|esm\.sh)\//i.test(url))
  )
}

const HARMLESS =
  /^https?:\/\/(?:localhost|(?:127|10)\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|\[::1\]|(?:[\w-]+\.)*example(?:\.(?:com|org|net))?|(?:[\w-]+\.)*(?:test|invalid)|(?:www\.)?w3\.org\/(?:\d{4}|TR|ns)|json-schema\.org|schemas?\.[\w.-]+)(?:[:/?#]|$)/i

function isHarmless(url: string): boolean {
  return HARMLESS.test(url)
}

// biome-ignore format: table
const EDITABLE: readonly RegExp[] = [
  /^https?:\/\/raw\.githubusercontent\.com\//i,
  /^https?:\/\/gist\.github(?:usercontent)?\.com\//i,
  /^https?:\/\/github\.com\/[^/]+\/[^/]+\/(?:raw|blob|tree|archive|releases\/latest)\b/i,
  /^https?:\/\/(?:codeload\.github\.com|[\w-]+\.github\.io)\//i,
  /^https?:\/\/(?:gitlab\.com|bitbucket\.org|codeberg\.org)\/.*\/(?:-\/)?(?:raw|blob|src)\//i,
  /^https?:\/\/cdn\.jsdelivr\.net\/gh\//i,
  /^https?:\/\/(?:www\.)?(?:pastebin\.com|paste\.[\w.-]+|hastebin\.com|rentry\.(?:co|org)|dpaste\.(?:com|org)|ghostbin\.\w+|ix\.io|0x0\.st|termbin\.com|controlc\.com|justpaste\.it|privatebin\.\w+|transfer\.sh|file\.io|catbox\.moe|files\.catbox\.moe|termbin\.com|sprunge\.us|p\.ip\.fi|telegra\.ph|write\.as|hackmd\.io)\b/i,
  /^https?:\/\/(?:www\.)?(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|v\.gd|ow\.ly|cutt\.ly|rb\.gy|shorturl\.at|t\.ly|tiny\.cc|buff\.ly)\//i,
  /^https?:\/\/(?:docs|drive|sites|script)\.google\.com\//i,
  /^https?:\/\/(?:www\.)?(?:dropbox\.com|dl\.dropboxusercontent\.com|1drv\.ms|notion\.so|[\w-]+\.notion\.site|wetransfer\.com|mega\.nz)\//i,
  /^https?:\/\/[\w.-]+\.(?:ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|loca\.lt|serveo\.net|webhook\.site|pipedream\.net|requestbin\.com|workers\.dev|vercel\.app|netlify\.app|glitch\.me|replit\.(?:app|dev)|repl\.co)(?:[/:?#]|$)/i,
  /^https?:\/\/(?:webhook\.site|requestbin\.com|pipedream\.com)\//i,
  /^https?:\/\/\d{1,3}(?:\.\d{1,3}){3}(?:[/:]|$)/,
]

function isEditable(url: string): boolean {
  return EDITABLE.some((pattern) => pattern.test(url))
}

const COMMENT =
  /<!--(?!\s{0,4}(?:prettier-ignore|markdownlint|toc|omit|biome|eslint)[\s\S]{0,80}?-->)[\s\S]{20,2000}?-->/i

/** Returns whether a rendered page would hide part of the text from its reader, but not from an agent. */
export function hasHiddenComment(markdown: string): boolean {
  return COMMENT.test(markdown)
}

const SENDS_SECRETS =
  /\b(?:send|post|upload|forward|transmit|submit|e-?mail|exfiltrate|report)\b[^.\n]{0,80}\b(?:api[ _-]?keys?|credentials?|passwords?|(?:access |auth )?tokens?|secrets?|environment variables?|\.env|ssh keys?|private keys?)\b[^.\n]{0,80}\b(?:to|at|https?)\b/i
const OVERRIDES =
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|system|other|all)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules?|messages?)\b|\bdo not (?:tell|inform|mention (?:this )?to|show) the user\b|\bwithout (?:telling|informing|asking) the user\b/i

export function asksToSendSecrets(text: string): boolean {
  return SENDS_SECRETS.test(text)
}

export function asksToOverride(text: string): boolean {
  return OVERRIDES.test(text)
}

const MAX_SHOWN_CHARS = 120

export function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1).toWellFormed()}…` : text
}
