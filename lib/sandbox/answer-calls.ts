/**
 * The app's side of what a running job asks: each call is answered on the request that brought the job.
 *
 * Floor 2. When the run is over, whatever is still being done for it is told to stop.
 */
import type http from 'node:http'
import { AppError, ERRORS, toPublicError } from '../errors.ts'
import type { ExecuteOptions, SandboxCall, SandboxJob, SandboxReply } from './sandbox.ts'

/** As sandboxd sends it; the id is its own. */
export type NumberedCall = SandboxCall & { id: number }

/** Made once: a reason of its own for every run would be a stack trace for every run. */
const OVER = new DOMException('The run is over.', 'AbortError')

export function answerCalls(onCall: ExecuteOptions['onCall']) {
  const over = new AbortController()
  let request: http.ClientRequest | undefined

  return {
    /** The request's body: the job as its first line, then answers until `end`. */
    after(job: SandboxJob) {
      return (call: http.ClientRequest): void => {
        request = call
        call.write(`${JSON.stringify(job)}\n`)
      }
    },

    answer({ id, method, params }: NumberedCall): void {
      replyTo(onCall, { method, params }, over.signal).then((reply) => {
        if (!over.signal.aborted) request?.write(`${JSON.stringify({ id, reply })}\n`)
      })
    },

    end(): void {
      over.abort(OVER)
      request?.end()
    },
  }
}

/** Never rejects: what is thrown is the answer, as any door would tell it. */
async function replyTo(
  onCall: ExecuteOptions['onCall'],
  call: SandboxCall,
  over: AbortSignal,
): Promise<SandboxReply> {
  try {
    if (!onCall) throw new AppError('TOOL_NOT_AVAILABLE', { message: 'Nothing can be called from this run.' })
    return { value: await onCall(call, over) }
  } catch (thrown) {
    const error = toPublicError(thrown)
    return { error: { name: ERRORS[error.code].sdk, ...error } }
  }
}
