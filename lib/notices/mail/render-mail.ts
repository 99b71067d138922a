import type { RichText } from './mail-markdown.ts'

export type MailContent = {
  subject: string
  paragraphs: (string | RichText)[]
  /** `href` is absolute. */
  action?: { label: string; href: string }
  reason: string
  unsubscribeUrl?: string
}

type RenderedMail = { subject: string; text: string; html: string }

export function renderMail({
  subject,
  paragraphs,
  action,
  reason,
  unsubscribeUrl,
}: MailContent): RenderedMail {
  const line = oneLine(subject)
  const text = [
    ...paragraphs.map((each) => (typeof each === 'string' ? each : each.text)),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ['--', reason, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])].join('\n'),
  ].join('\n\n')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(line)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:36em;margin:0 auto">
${paragraphs.map(paragraphHtml).join('\n')}
${action ? buttonHtml(action) : ''}
<p style="margin-top:32px;font-size:13px;opacity:.75">${escapeHtml(reason)}${
    unsubscribeUrl ? `<br><a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a>` : ''
  }</p>
</div></body></html>
`
  return { subject: line, text: `${text}\n`, html }
}

function paragraphHtml(each: string | RichText): string {
  return typeof each === 'string' ? `<p style="white-space:pre-line">${escapeHtml(each)}</p>` : each.html
}

function buttonHtml({ label, href }: { label: string; href: string }): string {
  const url = escapeHtml(href)
  return `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f766e;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="font-size:13px;opacity:.75">Or open ${url}</p>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

const MAX_SUBJECT_CHARS = 150

/** Headers allow no line breaks. */
function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > MAX_SUBJECT_CHARS ? `${line.slice(0, MAX_SUBJECT_CHARS - 1)}…` : line
}
