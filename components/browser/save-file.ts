const KINDS = { json: 'application/json', csv: 'text/csv', svg: 'image/svg+xml' } as const

/** Downloads a file. The kind of a text comes from the ending of its name; other endings are plain text. */
export function saveFile(name: string, content: string | Blob): void {
  const kind = KINDS[name.split('.').pop() as keyof typeof KINDS] ?? 'text/plain'
  const blob = typeof content === 'string' ? new Blob([content], { type: kind }) : content
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
