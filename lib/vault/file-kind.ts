/** What a file is, by its name: its MIME type. Floor 3, data. Source: IANA Media Types. */
import { extensionOf } from '../contract/vault/vault-path.ts'

// biome-ignore format: a table reads in rows
const KINDS: Record<string, string> = {
  md: 'text/markdown', markdown: 'text/markdown', txt: 'text/plain', log: 'text/plain', csv: 'text/csv', html: 'text/html',
  htm: 'text/html', css: 'text/css', js: 'text/javascript', mjs: 'text/javascript', xml: 'application/xml',
  json: 'application/json', jsonl: 'application/x-ndjson', yaml: 'application/yaml', yml: 'application/yaml',
  svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp',
  avif: 'image/avif', bmp: 'image/bmp', pdf: 'application/pdf', zip: 'application/zip', gz: 'application/gzip',
  mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav', mp4: 'video/mp4', webm: 'video/webm',
}

/** "application/octet-stream" for what nobody knows. */
export function kindOfFile(path: string): string {
  return KINDS[extensionOf(path)] ?? 'application/octet-stream'
}
