/** A server action accepts 4 MB (`next.config.js`); base64 adds a third. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024

/** A data URL (RFC 2397), or only its base64. */
export async function readAsText(file: Blob, isDataUrl: boolean): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return isDataUrl ? url : url.slice(url.indexOf(',') + 1)
}

export function describeFile(text: string): string {
  const [, type = '', isBase64] = /^data:([^,;]*)[^,]*?(;base64)?,/.exec(text) ?? []
  const body = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  const bytes =
    isBase64 || !text.startsWith('data:') ? Math.floor((body.replace(/=+$/, '').length * 3) / 4) : body.length
  const size = bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`
  return type ? `${type}, ${size}` : size
}
