import { writeStatement } from '#lib/ledger/statement.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

type Props = { params: Promise<{ of: string }> }

/** A statement as CSV: /api/statements/wallet, /api/statements/earnings, with the filters of their pages. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const { of } = await params
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const text = await writeStatement(await contextFromCookie(), of, query)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="guildhall-${of}.csv"`,
      'cache-control': 'no-store',
    }
    return new Response(text, { headers })
  })
}
