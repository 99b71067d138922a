/** The JSON Schema of the SkillSet document, for editors and for whoever writes one by hand. */
import { SKILLSET_SCHEMA } from '#lib/contract/document/skillset-schema.ts'

export function GET(): Response {
  return new Response(`${JSON.stringify(SKILLSET_SCHEMA, null, 2)}\n`, {
    headers: {
      'content-type': 'application/schema+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    },
  })
}
