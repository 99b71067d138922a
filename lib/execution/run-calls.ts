/**
 * What a running skill asks of Guildhall, and what it gets. Floor 3.
 *
 * Whose run it is comes with the channel; everything the code says is read here as anybody's input would be.
 * Source: specification "Execution", Handler.
 */
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Json } from '../contract/json/json.ts'
import { redact } from '../contract/json/redact.ts'
import { SentJson } from '../contract/json/sent-json.ts'
import { AppError } from '../errors.ts'
import type { ExecuteOptions } from '../sandbox/sandbox.ts'
import { type Calling, callSkill, callTool } from './call-skill.ts'
import type { OpenedRun } from './open-run.ts'
import { outputOf } from './output-of.ts'
import { redactBytes } from './redact-bytes.ts'
import { blobsNamedIn, openRunBlobs } from './run-blobs.ts'

const args = SentJson.default({})
const place = z.number().int().min(0).optional()
const PARAMS = {
  callSkill: z.object({ name: z.string().max(200), args }),
  callTool: z.object({ name: z.string().max(200), args }),
  readBlob: z.object({ id: z.string().max(100), start: place, end: place }),
  writeBlob: z.object({
    kind: z.string().max(200),
    text: z.string().optional(),
    base64: z.base64().optional(),
  }),
}

export type RunCalls = Required<Pick<ExecuteOptions, 'onCall'>> & {
  /** The blobs the run has made, and those its children gave back. */
  outputBlobs: string[]
}

/** For one run, while it is in the box. */
export function openRunCalls(
  ctx: Pick<Context, 'db' | 'sandbox'>,
  parent: OpenedRun,
  { deadlineMs, perform }: Pick<Calling, 'deadlineMs' | 'perform'>,
): RunCalls {
  const { config } = parent
  const blobs = openRunBlobs(ctx.db, parent)
  // One after the other: parent and children share one place in line.
  let lastChild: Promise<unknown> = Promise.resolve()

  return {
    outputBlobs: blobs.written,

    async onCall({ method, params }, over) {
      switch (method) {
        case 'callSkill': {
          const { name, args: given } = read('callSkill', params)
          // What leaves a run leaves it without its secrets, as its record does.
          const args = redact(given, config.secrets)
          const inputBlobs = blobs.among(blobsNamedIn(args))
          const calling = { parent, deadlineMs, over, perform }
          const child = lastChild.then(() => callSkill(ctx, calling, { name, args, inputBlobs }))
          lastChild = child.catch(() => {})
          const run = await child
          blobs.give(run.outputBlobs ?? [])
          return outputOf(run)
        }
        case 'callTool': {
          const { name, args: given } = read('callTool', params)
          const args = redact(given, config.secrets)
          const calling = { parent, deadlineMs, over, perform }
          const child = lastChild.then(() => callTool(ctx, calling, { name, args }))
          lastChild = child.catch(() => {})
          return outputOf(await child)
        }
        case 'readBlob': {
          const { id, ...range } = read('readBlob', params)
          return { base64: (await blobs.read(id, range)).toString('base64') }
        }
        case 'writeBlob': {
          const { kind, text, base64 } = read('writeBlob', params)
          const content = text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text)
          return { id: await blobs.write(redactBytes(content, config.secrets), kind) }
        }
        default:
          throw new AppError('NOT_FOUND', { message: `A skill cannot ask for “${method}”.` })
      }
    },
  }
}

function read<Method extends keyof typeof PARAMS>(method: Method, params: Json) {
  const read = PARAMS[method].safeParse(params)
  if (read.success) return read.data as z.infer<(typeof PARAMS)[Method]>
  const issues = read.error.issues.map(({ path, message }) => ({
    path: path.map((key) => `/${String(key)}`).join(''),
    message,
  }))
  throw new AppError('INVALID_INPUT', {
    message: `${method} was called with something else than it takes.`,
    issues,
  })
}
