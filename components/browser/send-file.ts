/** Sends files and reports the progress, which `fetch` cannot do. */
import type { PublicError } from '#lib/kernel/errors.ts'

type SendOptions = {
  method: 'PUT' | 'POST'
  headers?: Record<string, string>
  onProgress: (sentBytes: number) => void
  signal?: AbortSignal
}

type SentResponse = { ok: boolean; text: string }

/** Rejects if the server cannot be reached. Once `signal` is aborted, it never settles. */
export function sendFile(
  url: string,
  file: File,
  { method, headers = {}, onProgress, signal }: SendOptions,
): Promise<SentResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () =>
      resolve({ ok: request.status >= 200 && request.status < 300, text: request.responseText })
    request.onerror = () => reject(new TypeError('The server cannot be reached.'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Returns the error of a response that is not `ok`. */
export function parseResponseError({ text }: SentResponse): Pick<PublicError, 'code' | 'message'> {
  const unknown = { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' } as const
  try {
    const body: { error?: PublicError } = JSON.parse(text)
    return body.error ?? unknown
  } catch {
    return unknown
  }
}
