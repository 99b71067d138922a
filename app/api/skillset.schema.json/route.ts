import { publishedSchema } from '#lib/contracts/document/skillset-schema.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'

export const GET = httpRoute(async (request) => {
  const { db } = await contextFromPage(request)
  const schema = publishedSchema(await readSetting(db, 'categories'))
  return new Response(`${JSON.stringify(schema, null, 2)}\n`, {
    headers: {
      'content-type': 'application/schema+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
