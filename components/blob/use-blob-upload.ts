'use client'

import { useEffect, useState } from 'react'
import { UNKNOWN_KIND } from '#lib/blobs/blob-kind.ts'
import { paths } from '#lib/site/paths.ts'
import { errorIn, sendFile } from '../browser/send-file.ts'

type Upload = { name: string; fraction: number; sending: AbortController }

/** Uploads one file at a time; `onDone` gets the id of its blob. */
export function useBlobUpload(onDone: (blobId: string) => void) {
  const [current, setCurrent] = useState<Upload>()
  const [problem, setProblem] = useState<string>()
  const sending = current?.sending
  useEffect(() => () => sending?.abort(), [sending])

  function take(file: File) {
    const begun = new AbortController()
    const update = (next?: (now: Upload) => Upload) =>
      setCurrent((now) => (now?.sending === begun ? next?.(now) : now))
    setProblem(undefined)
    setCurrent({ name: file.name, fraction: 0, sending: begun })
    upload(file, begun.signal, (fraction) => update((now) => ({ ...now, fraction })))
      .then(
        (blobId) => {
          setProblem(undefined)
          onDone(blobId)
        },
        (thrown: Error) => setProblem(thrown.message),
      )
      .finally(() => update())
  }
  function stop() {
    sending?.abort()
    setCurrent(undefined)
  }
  return { current, problem, take, stop, setProblem }
}

/** Resolves with the blob id; rejects with a message. `onProgress` gets 0…1. */
async function upload(
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const query = new URLSearchParams({ kind: file.type || UNKNOWN_KIND, name: file.name })
  const answer = await sendFile(`${paths.blobs}?${query}`, file, {
    method: 'PUT',
    signal,
    onProgress: (sentBytes) => onProgress(file.size > 0 ? Math.min(1, sentBytes / file.size) : 0),
  })
  if (!answer.ok) throw new Error(errorIn(answer).message)
  return (JSON.parse(answer.text) as { blob_id: string }).blob_id
}
