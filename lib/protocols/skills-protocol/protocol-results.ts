/** The results of the eight tools: schemas for rpc.discover and /mcp, and examples for the docs. */

import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import { GUIDE_SKILL } from '../../tools/builtin-skills/built-in-skills.ts'

type ProtocolResult = { schema: JsonSchema; example: { params: JsonObject; result: JsonObject } }

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const flag: JsonSchema = { type: 'boolean' }
const texts: JsonSchema = { type: 'array', items: text }
const anyObject: JsonSchema = { type: 'object' }
const enumOf = (...values: Json[]): JsonSchema => ({ enum: values })
const ENCODING = enumOf('utf-8', 'base64')

/** Further fields may be added, so objects are open. */
const object = (properties: JsonSchema, optional: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

const RUN = object(
  { run_id: text, status: enumOf('completed', 'failed', 'running'), summary: text, contract_hash: text },
  {
    output: { description: 'Absent if the run failed, or if output_shape describes it.' },
    output_shape: anyObject,
    output_blobs: texts,
    logs_preview: text,
    error: object(
      { type: text, code: text, message: text, recoverable: flag },
      {
        suggested_action: text,
        retry_after: count,
        limit: anyObject,
        details: { type: 'array', items: anyObject },
      },
    ),
    notices: texts,
    buttons: {
      type: 'array',
      description:
        'Next actions that the skill suggests. With args, run it again with them; otherwise continue the conversation with the payload.',
      items: object({ label: text, payload: text }, { args: anyObject }),
    },
    coercions: { type: 'array', items: object({ path: text }, { from: {}, to: {} }) },
    charged: text,
    dry_run: flag,
    effects: anyObject,
    version: text,
    permissions_hash: text,
    duration_ms: { type: 'number' },
  },
)

const FIT = enumOf('as_is', 'coerced', 'possible', 'partial', 'any', 'none')

/** What a search adds to each skill. */
const FOUND: JsonSchema = {
  why: text,
  takes: { ...FIT, description: 'How its input fits what you have.' },
  missing: { ...texts, description: 'Required fields that you do not have.' },
  returns: { ...FIT, description: 'How its output fits what you need.' },
  returns_at: { type: 'string', description: 'The part of its output that fits, as a JSON Pointer.' },
  fits: { type: 'boolean', description: 'Whether a call with what you have returns what you need.' },
  price: text,
  risk_level: text,
  call: { type: 'object', description: 'Params of execute_skill that its contract accepts.' },
  replace: { ...texts, description: 'JSON Pointers into call.args of examples to replace with your values.' },
  call_omitted: text,
}

const HASH = '66e6174faa46…'
const SKILL_NAME = 'guildhall.text_tools.text_statistics'
const MANIFEST = {
  name: SKILL_NAME,
  version: '1.1.0',
  kind: 'action',
  description: 'Counts words and sentences.',
}
const FREE = { model: 'per_job', amount: '0', currency: 'USDC' }

export const PROTOCOL_RESULTS: Readonly<Record<string, ProtocolResult>> = {
  list_skills: {
    schema: object(
      {
        skills: {
          type: 'array',
          items: object(
            { name: text, version: text },
            { description: text, namespace: text, kind: text, ...FOUND },
          ),
        },
        next_cursor: { type: ['string', 'null'] },
      },
      {
        searched_for: { type: 'string', description: 'The query as it was corrected.' },
        chains: {
          type: 'array',
          items: object({ why: text, price: text, plan: anyObject }, { replace: texts }),
          description:
            'Where no single skill does it: plans of two skills that the check of plans accepts. `replace` has JSON Pointers into the plan of examples to replace with your values.',
        },
      },
    ),
    example: {
      params: { namespace: 'guildhall.text_tools', limit: 1 },
      result: { skills: [{ name: SKILL_NAME, version: '1.1.0' }], next_cursor: 'WyJndWlsZGhhbGwu…' },
    },
  },
  describe_skill: {
    schema: object({
      skill: object(
        { name: text, version: text, kind: enumOf('action', 'instruction'), manifest: anyObject },
        {
          notices: texts,
          price: object(
            { model: text, amount: text, currency: text },
            { per_item: object({ amount: text, list: text }) },
          ),
          dry_run_price: { type: ['string', 'null'] },
          price_of_calls: text,
          risk_level: text,
          guaranteed_fields: {
            type: 'array',
            items: text,
            description:
              'Fields that every delivered output has. If it is empty, an empty output is delivered and charged.',
          },
          contract_hash: text,
          permissions_hash: text,
          frontmatter: anyObject,
          input_schema: anyObject,
          output_schema: anyObject,
          text_for_sale: {
            ...object({ price: text, covers: text, headings: texts, characters: { type: 'integer' } }),
            description:
              'Instructions that your organisation has to buy before it reads them: run the skill without arguments.',
          },
          content: text,
        },
      ),
    }),
    example: {
      params: { name: SKILL_NAME, detail: 'manifest' },
      result: {
        skill: {
          name: SKILL_NAME,
          version: '1.1.0',
          kind: 'action',
          manifest: MANIFEST,
          price: FREE,
          dry_run_price: '0',
          price_of_calls: '0',
          risk_level: 'read-only',
          guaranteed_fields: ['message', 'words', 'characters', 'sentences', 'reading_minutes'],
          contract_hash: HASH,
          permissions_hash: '0b1f7a52c9e4…',
        },
      },
    },
  },
  read_skill_file: {
    schema: object(
      {
        name: text,
        version: text,
        path: text,
        content: text,
        encoding: ENCODING,
        size_bytes: count,
        kind: text,
      },
      { next_offset: count },
    ),
    example: {
      params: { name: SKILL_NAME, path: 'SKILL.md' },
      result: {
        name: SKILL_NAME,
        version: '1.1.0',
        path: 'SKILL.md',
        content: '---\nname: text-statistics\n…',
        encoding: 'utf-8',
        size_bytes: 812,
        kind: 'text/markdown',
      },
    },
  },
  execute_skill: {
    schema: RUN,
    example: {
      params: { name: SKILL_NAME, args: { text: 'Hello, world.' } },
      result: {
        run_id: 'run_019…',
        status: 'completed',
        summary: '**2 words** in 1 sentence.',
        output: { message: '**2 words** in 1 sentence.', words: 2, sentences: 1 },
        version: '1.1.0',
        contract_hash: HASH,
        duration_ms: 12,
      },
    },
  },
  run_code: {
    schema: RUN,
    example: {
      params: { language: 'python', code: 'def main(args):\n    return {"sum": sum(args["list"])}' },
      result: {
        run_id: 'run_019…',
        status: 'failed',
        summary: "'list'",
        error: { type: 'KeyError', code: 'SKILL_ERROR', message: "'list'", recoverable: false },
        logs_preview: 'Traceback (most recent call last): …',
        contract_hash: HASH,
        duration_ms: 240,
      },
    },
  },
  create_blob: {
    schema: object({ blob_id: text, size_bytes: count }),
    example: {
      params: { content: 'name,price\nTea,4.20\n', kind: 'text/csv' },
      result: { blob_id: 'blob:019…', size_bytes: 20 },
    },
  },
  read_blob: {
    schema: object(
      { blob_id: text, kind: text, content: text, size_bytes: count, truncated: flag, encoding: ENCODING },
      { total: { ...count, description: 'Of a list that was read in part: the number of all its items.' } },
    ),
    example: {
      params: { blob_id: 'blob:019…', max_bytes: 10 },
      result: {
        blob_id: 'blob:019…',
        kind: 'text/csv',
        content: 'name,price',
        size_bytes: 20,
        truncated: true,
        encoding: 'utf-8',
      },
    },
  },
  load_skills_protocol_guide: {
    schema: object({ content: text }),
    example: { params: {}, result: { content: `---\nname: ${GUIDE_SKILL.name}\n…` } },
  },
}
