/** Sends a picture to where pictures are kept. */
import { MAX_IMAGE_BYTES } from '#lib/contract/market/image-kind.ts'

export type Answer = { url: string; failure?: undefined } | { url?: undefined; failure: string }

/** The address it is served from, or why not, as a sentence. */
export async function uploadImage(file: File): Promise<Answer> {
  if (file.size > MAX_IMAGE_BYTES)
    return { failure: `The picture is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.` }
  return sendTo('/api/images', file)
}

/** As `uploadImage`, for a picture that the server is to fetch. */
export function fetchImage(address: string): Promise<Answer> {
  return sendTo(`/api/images?from=${encodeURIComponent(address)}`)
}

async function sendTo(path: string, body?: File): Promise<Answer> {
  try {
    const response = await fetch(path, { method: 'POST', body })
    const answer = await response.json()
    return response.ok ? { url: String(answer.path) } : { failure: String(answer.error?.message) }
  } catch {
    return { failure: 'The server cannot be reached. Try again.' }
  }
}
