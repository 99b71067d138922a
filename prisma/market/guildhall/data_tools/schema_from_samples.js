export default async function handler({ parameters }) {
  const samples = parameters.samples.map(parse)
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...infer(samples, parameters) }
  if (parameters.title) schema.title = parameters.title
  return {
    message: `A schema that all **${samples.length}** samples satisfy:\n\n\`\`\`json\n${JSON.stringify(schema, null, 2)}\n\`\`\``,
    schema,
    sample_count: samples.length,
  }
}

function parse(text, index) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw {
      code: 'INVALID_INPUT',
      message: `Sample ${index + 1} is not JSON: ${error.message}`,
      recoverable: true,
      suggested_action: 'Correct that sample.',
    }
  }
}

function infer(values, options) {
  const kinds = [...new Set(values.map(kindOf))].sort()
  // Whole numbers are numbers too.
  const types = kinds.includes('number') ? kinds.filter((kind) => kind !== 'integer') : kinds
  const schema = { type: types.length === 1 ? types[0] : types }
  const objects = values.filter((value) => kindOf(value) === 'object')
  const lists = values.filter(Array.isArray)
  const texts = values.filter((value) => typeof value === 'string')

  if (objects.length > 0) Object.assign(schema, objectSchema(objects, options))
  if (lists.some((list) => list.length > 0)) schema.items = infer(lists.flat(), options)
  if (texts.length === values.length) Object.assign(schema, textSchema(texts, options))
  return schema
}

function objectSchema(objects, options) {
  const names = [...new Set(objects.flatMap(Object.keys))]
  const having = (name) => objects.filter((object) => Object.hasOwn(object, name))
  const required = names.filter((name) => having(name).length === objects.length)
  return {
    properties: Object.fromEntries(
      names.map((name) => [
        name,
        infer(
          having(name).map((object) => object[name]),
          options,
        ),
      ]),
    ),
    ...(required.length > 0 && { required }),
    ...(options.strict && { additionalProperties: false }),
  }
}

function textSchema(texts, options) {
  const formats = {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    date: /^\d{4}-\d\d-\d\d$/,
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    uri: /^https?:\/\/\S+$/,
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  }
  const format = Object.keys(formats).find((name) => texts.every((text) => formats[name].test(text)))
  if (format) return { format }
  const different = [...new Set(texts)]
  const few = options.guess_enums && texts.length >= 3 && different.length <= texts.length / 2
  return few ? { enum: different.sort() } : {}
}

function kindOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
