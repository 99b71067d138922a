import NextAuth from 'next-auth'
import { readAuthRequest } from '#lib/protocol/auth-request.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { authOptions } from '#lib/session/auth-options.ts'

type Params = { params: Promise<{ nextauth: string[] }> }

/** next-auth's own routes: GitHub, and programs that sign in as next-auth's client does. */
function handle(request: Request, context: Params): Promise<Response> {
  return answerHttp(async () =>
    NextAuth((await readAuthRequest(request)) as never, context as never, authOptions()),
  )
}

export { handle as GET, handle as POST }
