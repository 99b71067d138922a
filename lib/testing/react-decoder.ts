import { Worker } from 'node:worker_threads'

export type ActionBody = { type: string; bytes: Uint8Array; hasScripts: boolean }

/** Returns a function that resolves with the error of React's decoder, or null for a body that it can decode. */
export function startReactDecoder(): {
  decode: (body: ActionBody) => Promise<string | null>
  stop: () => Promise<number>
} {
  const worker = new Worker(new URL('./react-decoder-worker.ts', import.meta.url), {
    execArgv: ['--conditions=react-server'],
  })
  return {
    decode: (body) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (error) => {
          worker.off('error', reject)
          resolve(error)
        })
        worker.postMessage(body)
      }),
    stop: () => worker.terminate(),
  }
}
