import { writeStatement } from '#lib/money/get-statement.ts'
import { writePayoutStatement } from '#lib/money/payouts/payout-statement.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

/** Exports /api/statements/wallet or /api/statements/earnings with the filters of their pages, and /api/statements/payout?id=…. */
export const GET = httpRoute<{ of: string }>(async (request, { of }) => {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const ctx = await contextFromPage(request)
  const text =
    of === 'payout' ? await writePayoutStatement(ctx, query.id ?? '') : await writeStatement(ctx, of, query)
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="guildhall-${of}.csv"`,
    'cache-control': 'no-store',
  }
  return new Response(text, { headers })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
