/** The end of what a run logged, for those whose context is small. Ground, pure. Source: specification "Skills protocol", Run. */

const MAX_CHARS = 2000

/** The last lines that fit: a failure is at the end. Redacted already, when they were written. */
export function logsPreview(logs: readonly { level: string; text: string }[]): string {
  const text = logs
    .map(({ level, text }) => (level === 'log' || level === 'info' ? text : `[${level}] ${text}`))
    .join('\n')
  return text.length > MAX_CHARS ? `…${text.slice(-(MAX_CHARS - 1))}` : text
}
