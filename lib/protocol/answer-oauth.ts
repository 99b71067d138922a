/** How the doors of OAuth answer: in OAuth's own words, readable by the pages of any site. Floor 4. */
import 'server-only'
import { AppError, isTooLarge, toPublicError } from '../errors.ts'
import { OAuthRefusal } from '../oauth/oauth-refusal.ts'
import { readableAnywhere } from './cross-origin.ts'
import { answerHttp } from './http-answer.ts'
import { readBody } from './read-body.ts'

const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' }
// Far more than any client has to say.
const MAX_BODY_BYTES = 64 * 1024

/** Answers with what `work` returns as JSON; a refusal keeps the form that RFC 6749 §5.2 gives it. */
export async function answerOAuth(work: () => Promise<object | undefined>, status = 200): Promise<Response> {
  const answer = await answerHttp(async () => {
    try {
      return Response.json((await work()) ?? {}, { status, headers: NO_STORE })
    } catch (thrown) {
      const refusal = refusalOf(thrown)
      const headers = { ...NO_STORE, ...(isTooLarge(toPublicError(thrown)) && { connection: 'close' }) }
      return Response.json(refusal.toJson(), { status: refusal.status, headers })
    }
  })
  return readableAnywhere(answer)
}

/** Bad bodies are the table's; what only the table can say, too many attempts and our own faults, passes through. */
function refusalOf(thrown: unknown): OAuthRefusal {
  if (thrown instanceof OAuthRefusal) return thrown
  if (thrown instanceof AppError && thrown.code === 'INVALID_INPUT')
    return new OAuthRefusal('invalid_request', thrown.message)
  throw thrown
}

/** The fields of a form-encoded body; of two with one name the first counts. */
export async function readFormFields(request: Request): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readBody(request, MAX_BODY_BYTES))
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value
  return { ...fields }
}
