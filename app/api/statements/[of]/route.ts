import { httpResponse, otherMethods } from '#lib/http/responses/other-methods.ts'
import { writeStatement } from '#lib/ledger/get-statement.ts'
import { contextFromPage } from '#lib/session/context/context-from-request.ts'

type Props = { params: Promise<{ of: string }> }

/** /api/statements/wallet or /api/statements/earnings, with the filters of their pages. */
export function GET(request: Request, { params }: Props): Promise<Response> {
  return httpResponse(async () => {
    const { of } = await params
    const query = Object.fromEntries(new URL(request.url).searchParams)
    const text = await writeStatement(await contextFromPage(request), of, query)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="guildhall-${of}.csv"`,
      'cache-control': 'no-store',
    }
    return new Response(text, { headers })
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
