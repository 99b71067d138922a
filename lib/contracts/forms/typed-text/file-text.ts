/** Files as text: a data URL (RFC 2397), or only its base64. */
import { formatBytes } from '../../../kernel/text/format.ts'

export async function readFileText(file: Blob, isDataUrl: boolean): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return isDataUrl ? url : url.slice(url.indexOf(',') + 1)
}

/** Returns "text/csv, 12 KB", or only the size. */
export function describeFileText(text: string): string {
  const [, type = '', isBase64] = /^data:([^,;]*)[^,]*?(;base64)?,/.exec(text) ?? []
  const body = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  const bytes =
    isBase64 || !text.startsWith('data:') ? Math.floor((body.replace(/=+$/, '').length * 3) / 4) : body.length
  const size = formatBytes(bytes)
  return type ? `${type}, ${size}` : size
}
