/** The tools that the official suite of MCP calls, as skills: their names and results are fixed by its scenarios. */
import type { SkillDocument, SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import type { JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'

/** A picture of one pixel, and a sound without samples. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const BYTES = 'const bytes = (text) => Uint8Array.from(atob(text), (each) => each.charCodeAt(0))'
const SLEEP = 'const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))'

type Fixture = {
  slug: string
  body: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  /** The parameters of its example, with which it succeeds. */
  example?: JsonObject
}

const OPTIONS = ['option1', 'option2', 'option3']
const TITLED = ['First', 'Second', 'Third'].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}))

/** Fields of the five kinds of choices that forms of MCP have. */
const CHOICES: Record<string, JsonSchema> = {
  untitledSingle: { type: 'string', description: 'One option.', enum: OPTIONS },
  titledSingle: { type: 'string', description: 'One option with a title.', oneOf: TITLED },
  legacyEnum: {
    type: 'string',
    description: 'One option with a name.',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: {
    type: 'array',
    description: 'Some options.',
    items: { type: 'string', enum: OPTIONS },
  },
  titledMulti: { type: 'array', description: 'Some options with titles.', items: { anyOf: TITLED } },
}

/** The body returns the message of the result. */
const FIXTURES: Fixture[] = [
  { slug: 'test_simple_text', body: "return 'This is a simple text response for testing.'" },
  { slug: 'test_image_content', body: `await context.blobs.write(bytes('${PNG}'), 'image/png')` },
  { slug: 'test_audio_content', body: `await context.blobs.write(bytes('${WAV}'), 'audio/wav')` },
  {
    slug: 'test_embedded_resource',
    body: "await context.blobs.write('This is an embedded resource content.', 'text/plain')",
  },
  {
    slug: 'test_multiple_content_types',
    body: `await context.blobs.write(bytes('${PNG}'), 'image/png')
  await context.blobs.write('{"test":"data","value":123}', 'application/json')
  return 'Multiple content types test:'`,
  },
  {
    slug: 'test_error_handling',
    body: `if (parameters.succeeds) return 'done'
  throw new Error('This tool intentionally returns an error for testing')`,
    properties: { succeeds: { type: 'boolean', description: 'Whether the tool returns a result.' } },
    example: { succeeds: true },
  },
  {
    slug: 'test_tool_with_progress',
    body: `context.progress(0)
  await sleep(1000)
  context.progress(0.5)
  await sleep(1000)
  context.progress(1)
  await sleep(1000)`,
  },
  {
    slug: 'test_tool_with_logging',
    body: `console.log('Tool execution started')
  await sleep(50)
  console.log('Tool processing data')
  await sleep(50)
  console.log('Tool execution completed')`,
  },
  {
    slug: 'test_elicitation',
    body: "return parameters.username + ' ' + parameters.email",
    properties: Object.fromEntries(
      ['message', 'username', 'email'].map((name) => [name, { type: 'string', description: `The ${name}.` }]),
    ),
    required: ['message', 'username', 'email'],
    example: { message: 'Please', username: 'ada', email: 'ada@example.com' },
  },
  {
    slug: 'test_elicitation_sep1034_defaults',
    body: 'return JSON.stringify(parameters.profile)',
    properties: {
      profile: {
        type: 'object',
        description: 'Who are you?',
        properties: {
          name: { type: 'string', description: 'The name.', default: 'John Doe' },
          age: { type: 'integer', description: 'The age.', default: 30 },
          score: { type: 'number', description: 'The score.', default: 95.5 },
          status: {
            type: 'string',
            description: 'The status.',
            enum: ['active', 'inactive', 'pending'],
            default: 'active',
          },
          verified: { type: 'boolean', description: 'Whether it is verified.', default: true },
        },
        required: ['name'],
      },
    },
    required: ['profile'],
    example: { profile: { name: 'Ada' } },
  },
  {
    slug: 'test_elicitation_sep1330_enums',
    body: 'return JSON.stringify(parameters)',
    properties: CHOICES,
    required: Object.keys(CHOICES),
    example: {
      untitledSingle: 'option1',
      titledSingle: 'value1',
      legacyEnum: 'opt1',
      untitledMulti: ['option1'],
      titledMulti: ['value1'],
    },
  },
  { slug: 'test_logging_tool', body: "console.log('Tool execution started')" },
  { slug: 'test_streaming_elicitation', body: "return 'done'" },
  {
    slug: 'test_input_required_result_elicitation',
    body: "return 'Hello, ' + parameters.user_name.name + '!'",
    ...asks('user_name', 'name'),
    example: { user_name: { name: 'Ada' } },
  },
  {
    slug: 'test_input_required_result_request_state',
    body: "return 'state-ok'",
    ...asks('confirm', 'ok'),
    example: { confirm: { ok: true } },
  },
  {
    slug: 'test_input_required_result_multi_round',
    body: 'return parameters.step1.name + parameters.step2.color',
    properties: { ...asks('step1', 'name').properties, ...asks('step2', 'color').properties },
    required: ['step1', 'step2'],
    example: { step1: { name: 'Ada' }, step2: { color: 'red' } },
  },
  {
    slug: 'test_input_required_result_tampered_state',
    body: "return 'done'",
    ...asks('confirm', 'ok'),
    example: { confirm: { ok: true } },
  },
  {
    slug: 'greet',
    body: "return 'Hello, ' + parameters.name + '!'",
    properties: { name: { type: 'string', description: 'Who is greeted.' } },
    required: ['name'],
    example: { name: 'Ada' },
  },
  {
    slug: 'slow_compute',
    body: "await sleep(parameters.seconds * 1000)\n  return 'computed ' + parameters.label",
    properties: {
      seconds: { type: 'integer', description: 'How long it takes.' },
      label: { type: 'string', description: 'What is computed.' },
    },
    required: ['seconds'],
    example: { seconds: 0, label: 'nothing' },
  },
  {
    slug: 'failing_job',
    body: `await sleep(1000)
  if (parameters.succeeds) return 'done'
  throw new Error('This job intentionally fails for testing')`,
    properties: { succeeds: { type: 'boolean', description: 'Whether the job succeeds.' } },
    example: { succeeds: true },
  },
  { slug: 'protocol_error_job', body: "await sleep(1000)\n  return 'done'" },
  {
    slug: 'confirm_delete',
    body: "return 'deleted ' + parameters.filename",
    properties: {
      filename: { type: 'string', description: 'What is deleted.' },
      ...asks('confirm', 'ok').properties,
    },
    required: ['filename', 'confirm'],
    example: { filename: 'a.txt', confirm: { ok: true } },
  },
  {
    slug: 'multi_input',
    body: "return 'done'",
    properties: { ...asks('first', 'name').properties, ...asks('second', 'name').properties },
    required: ['first', 'second'],
    example: { first: { name: 'Ada' }, second: { name: 'Grace' } },
  },
  {
    slug: 'test_tool_with_task',
    body: "await sleep(1000)\n  return 'Hello, ' + parameters.user_name.name + '!'",
    ...asks('user_name', 'name'),
    example: { user_name: { name: 'Ada' } },
  },
]

/** A required object with one value, which the server asks for when it is missing. */
function asks(name: string, field: string) {
  const schema: JsonSchema = {
    type: 'object',
    description: `What is the ${field}?`,
    properties: { [field]: { type: field === 'ok' ? 'boolean' : 'string', description: `The ${field}.` } },
    required: [field],
  }
  return { properties: { [name]: schema }, required: [name] }
}

function toSkill({ slug, body, properties = {}, required = [], example = {} }: Fixture): SkillDocument {
  return {
    slug,
    name: slug.replaceAll('_', ' '),
    description: 'A fixture of the conformance tests of the Model Context Protocol.',
    prompt: 'Use this skill only in the conformance tests of the Model Context Protocol.',
    definition: `${BYTES}
${SLEEP}
async function run({ parameters, context }) {
  ${body}
}
async function handler(call) {
  return { message: (await run(call)) ?? 'done' }
}
`,
    parameters: { type: 'object', properties, required, additionalProperties: false },
    response: {
      type: 'object',
      properties: { message: { type: 'string', description: 'What the tool did.' } },
      required: ['message'],
    },
    examples: [{ title: 'Call it', input: example }],
  }
}

/** Prompts are instruction skills. */
const PROMPTS: SkillDocument[] = [
  toPrompt({ slug: 'test_simple_prompt', body: 'This is a simple prompt for testing.' }),
  toPrompt({
    slug: 'test_prompt_with_image',
    body: 'Please analyze the image: ![A pixel](assets/pixel.png)',
    resources: [{ path: 'assets/pixel.png', kind: 'image/png', base64: PNG }],
  }),
]

function toPrompt(text: Pick<SkillDocument, 'slug' | 'body' | 'resources'>): SkillDocument {
  return {
    ...text,
    kind: 'instruction',
    name: text.slug.replaceAll('_', ' '),
    description: 'A fixture of the conformance tests of the Model Context Protocol.',
    prompt: 'Use this skill only in the conformance tests of the Model Context Protocol.',
  }
}

export function conformanceSkillSet(slug: string): SkillSetDocument {
  return {
    slug,
    name: `Conformance ${slug}`,
    version: '1.0.0',
    description: 'The tools that the conformance tests of the Model Context Protocol call.',
    changelog: 'The first version.',
    visibility: 'PUBLIC',
    categories: ['developer'],
    skills: [...FIXTURES.map(toSkill), ...PROMPTS],
  }
}
