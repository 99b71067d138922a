/** The worker thread: imports a task's function, reports the start, and returns its result. */
import { parentPort } from 'node:worker_threads'
import { AppError } from '../errors.ts'

/** If the arguments are JSON text, the result is JSON text, too: copying one text is faster than copying its values. */
export type ThreadJob = { id: number; url: string; name: string; args: unknown[] | string }
/** An `AppError` travels as data, because errors lose their class between threads. */
export type ThreadReply = { value: unknown } | { refused: { code: string; options: object; message: string } }

export default async function perform({ id, url, name, args }: ThreadJob): Promise<ThreadReply> {
  const module = await import(url)
  // The deadline starts here: loading a module the first time takes longer than most tasks.
  parentPort?.postMessage({ begun: id })
  try {
    if (typeof args !== 'string') return { value: await module[name](...args) }
    return { value: JSON.stringify(await module[name](...JSON.parse(args))) }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return { refused: { code: thrown.code, options: thrown.options, message: thrown.message } }
  }
}
