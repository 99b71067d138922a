/**
 * Asks the user of a session of MCP up to 2025-11-25 (elicitation/create) on the stream of the call. The client sends its answer
 * with a request of its own, which may reach another process, so questions and answers are stored for the time being.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElicitRequestFormParams, Server } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import { requireViewer } from '../../context/context.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { addWatcher, pollIntervalMs, requireLiveAccess } from '../../runs/lifecycle/watch-run.ts'
import { answerMcpQuestion, deleteMcpQuestion, findMcpAnswer, insertMcpQuestion } from '../rows/mcp.ts'
import { sessionRowId } from './session-name.ts'

/** A person may have to look something up. */
const ANSWER_MS = 5 * 60_000
const POLL_MS = 200
const MAX_ANSWER_CHARS = 64 * 1024

/** Begins the ids of questions: the SDK's own requests have numbers. */
const PREFIX = 'guildhall-question-'

type CallInSession = { session: string; requestId: string | number; server: Server }

export type FormAnswer = { action: string; content?: JsonObject }

/**
 * Asks with a form, and returns the answer; undefined if none came within five minutes, or the client refused to ask. Throws
 * RATE_LIMIT_EXCEEDED for a person with too many open streams, and UNAUTHENTICATED if the key was revoked in the meantime.
 */
export async function askInSession(
  ctx: Context,
  { session, requestId, server }: CallInSession,
  form: ElicitRequestFormParams,
): Promise<FormAnswer | undefined> {
  const id = PREFIX + crypto.randomUUID()
  const row = sessionRowId(ctx, session, id)
  const leave = addWatcher(requireViewer(ctx).userId)
  try {
    await insertMcpQuestion(ctx.db, row)
    const { message, requestedSchema } = form
    // Without `mode`, which 2025-06-18 does not know.
    const request = {
      jsonrpc: '2.0' as const,
      id,
      method: 'elicitation/create',
      params: { message, requestedSchema },
    }
    await server.transport?.send(request, { relatedRequestId: requestId })
    const answer = await waitForAnswer(ctx, row)
    await requireLiveAccess(ctx)
    return answer === undefined ? undefined : readAnswer(answer)
  } finally {
    leave()
    await deleteMcpQuestion(ctx.db, row)
  }
}

async function waitForAnswer({ db }: Context, row: string): Promise<Json | undefined> {
  for (const until = Date.now() + ANSWER_MS; Date.now() < until; ) {
    const answer = await findMcpAnswer(db, row)
    if (answer !== undefined) return answer
    await sleep(pollIntervalMs(POLL_MS))
  }
  return undefined
}

/** Returns undefined for an error of the client. */
function readAnswer(answer: Json): FormAnswer | undefined {
  const result = isObject(answer) ? answer.result : undefined
  if (!isObject(result) || typeof result.action !== 'string') return undefined
  return { action: result.action, ...(isObject(result.content) && { content: result.content }) }
}

/** Stores the answers in a body of the client. Answers to nothing that was asked in this session are ignored. */
export async function storeAnswers(ctx: Context, session: string, body: Json): Promise<void> {
  for (const message of [body].flat()) {
    if (!isObject(message) || message.method !== undefined || typeof message.id !== 'string') continue
    const isAnswer =
      message.id.startsWith(PREFIX) && (message.result !== undefined || message.error !== undefined)
    if (!isAnswer || JSON.stringify(message).length > MAX_ANSWER_CHARS) continue
    await answerMcpQuestion(ctx.db, sessionRowId(ctx, session, message.id), message)
  }
}
