/** Uploads a blob by XMLHttpRequest, because `fetch` does not report upload progress. */
import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/site/paths.ts'

export type Sending = { result: Promise<string>; cancel: () => void }

/** Resolves with the blob id; rejects with a message. `onProgress` gets 0…1. */
export function sendFile(file: File, onProgress: (fraction: number) => void): Sending {
  const request = new XMLHttpRequest()
  const query = new URLSearchParams({ kind: file.type || UNKNOWN_KIND, name: file.name })
  const result = new Promise<string>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { blob_id, error } = read(request.responseText)
      if (request.status === 201 && blob_id) resolve(blob_id)
      else reject(new Error(error?.message ?? 'The file could not be stored.'))
    }
    request.onerror = () => reject(new Error('The connection was lost during the upload.'))
  })
  request.open('PUT', `${paths.blobs}?${query}`)
  request.send(file)
  return { result, cancel: () => request.abort() }
}

function read(text: string): { blob_id?: string; error?: { message: string } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
