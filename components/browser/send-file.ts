/** With progress, which `fetch` lacks. */

type Sending = {
  method: 'PUT' | 'POST'
  headers?: Record<string, string>
  onProgress: (sentBytes: number) => void
}

export type SentAnswer = { ok: boolean; text: string }

/** Rejects if the server cannot be reached. */
export function sendFile(
  url: string,
  file: File,
  { method, headers = {}, onProgress }: Sending,
): Promise<SentAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      resolve({ ok: request.status >= 200 && request.status < 300, text: request.responseText })
    request.onerror = () => reject(new TypeError('The server cannot be reached.'))
    request.send(file)
  })
}
