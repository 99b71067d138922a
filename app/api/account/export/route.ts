import { exportAccount } from '#lib/account-data/export-account.ts'
import { attachment, toStream } from '#lib/protocols/http/responses/blob-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'

export const GET = httpRoute(async (request) => {
  const content = await exportAccount(await contextFromPage(request))
  return new Response(toStream(content), { headers: attachment('guildhall-data.zip', 'application/zip') })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
