import { readBody } from '#lib/protocols/http/requests/read-body.ts'
import { importQuery } from '#lib/protocols/http/requests/vault-query.ts'
import { attachment, toStream } from '#lib/protocols/http/responses/blob-response.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { IMPORT_VAULT } from '#lib/protocols/openapi/vault-endpoints.ts'
import { contextFromRequest, countCostlyCall } from '#lib/protocols/session/context/context-from-request.ts'
import { archiveName, exportZip } from '#lib/vault/archive/export-zip.ts'
import { importZip } from '#lib/vault/archive/import-zip.ts'
import { IMPORT_LIMITS } from '#lib/vault/model/archive-options.ts'
import { openVault, openVaultToWrite } from '#lib/vault/vault.ts'

export const GET = httpRoute(async (request) => {
  const vault = openVault(await contextFromRequest(request, ['read']))
  const prefix = new URL(request.url).searchParams.get('prefix') ?? ''
  const content = await exportZip(vault, { prefix })
  return new Response(toStream(content), { headers: attachment(archiveName(prefix), 'application/zip') })
})

/** Unpacks an archive into `?prefix=`; `&collisionStrategy=` applies to existing paths. */
export const POST = httpRoute(async (request) => {
  const ctx = await contextFromRequest(request, ['write'])
  const vault = openVaultToWrite(ctx)
  await countCostlyCall(ctx)
  const query = importQuery(request)
  const { effects: _, ...imported } = await importZip(
    vault,
    await readBody(request, IMPORT_LIMITS.archiveBytes),
    query,
  )
  return jsonResponse(IMPORT_VAULT, 200, imported)
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET', 'POST'])
