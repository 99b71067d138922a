/** Wishes of people with code that is ready, which an agent turns into drafts; no model is asked. */
import type { JsonObject } from '../kernel/json/json.ts'

export type Wish = {
  slug: string
  name: string
  /** A sentence for the description and the prompt. */
  purpose: string
  skill: JsonObject
  example: { input: JsonObject; output?: JsonObject }
}

const TEXT = { type: 'string', description: 'The text', maxLength: 10_000 }
const NUMBER = { type: 'number', description: 'The number' }
const LIST = { type: 'array', items: { type: 'number' }, description: 'The numbers', maxItems: 1_000 }

const contract = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const answers = (name: string, type: string): JsonObject =>
  contract({ [name]: { type, description: `The ${name}` } })

const DONE = { message: 'Done.' }

/** A JavaScript handler returns a message besides its values. */
function javascript(body: string, parameters: JsonObject, response: JsonObject): JsonObject {
  const returned = body.replace('return { ', `return { message: '${DONE.message}', `)
  const definition = `async function handler({ parameters }) {\n  ${returned}\n}\n`
  const message = { type: 'string', description: 'What was done' }
  const properties = { message, ...(response.properties as JsonObject) }
  return { definition, parameters: contract(parameters), response: contract(properties) }
}

function python(body: string, parameters: JsonObject, response: JsonObject): JsonObject {
  return {
    runtime: 'python',
    definition: `def main(args):\n    ${body}\n`,
    parameters: contract(parameters),
    response,
  }
}

function wish(
  slug: string,
  name: string,
  purpose: string,
  skill: JsonObject,
  example: Wish['example'],
): Wish {
  const isJavaScript = 'definition' in skill && skill.runtime !== 'python'
  const output = isJavaScript ? { ...DONE, ...example.output } : example.output
  return { ...{ slug, name, purpose, skill }, example: { ...example, ...(output && { output }) } }
}

// biome-ignore format: table
export const WISHES: readonly Wish[] = [
  wish('shout', 'Shout a text', 'Writes a text in capital letters.', javascript('return { loud: parameters.text.toUpperCase() }', { text: TEXT }, answers('loud', 'string')), { input: { text: 'hey' }, output: { loud: 'HEY' } }),
  wish('reverse', 'Reverse a text', 'Writes a text backwards, character by character.', javascript('return { reversed: [...parameters.text].reverse().join("") }', { text: TEXT }, answers('reversed', 'string')), { input: { text: 'abc' }, output: { reversed: 'cba' } }),
  wish('words', 'Count words', 'Counts the words of a text.', javascript('return { words: parameters.text.split(/\\s+/).filter(Boolean).length }', { text: TEXT }, answers('words', 'integer')), { input: { text: 'one two' }, output: { words: 2 } }),
  wish('double', 'Double a number', 'Multiplies a number by two.', javascript('return { doubled: parameters.number * 2 }', { number: NUMBER }, answers('doubled', 'number')), { input: { number: 4 }, output: { doubled: 8 } }),
  wish('sum', 'Add numbers', 'Adds the numbers of a list.', javascript('return { sum: parameters.numbers.reduce((a, b) => a + b, 0) }', { numbers: LIST }, answers('sum', 'number')), { input: { numbers: [1, 2, 3] }, output: { sum: 6 } }),
  wish('mean', 'Average numbers', 'Returns the mean of a list of numbers, or zero for none.', javascript('const all = parameters.numbers; return { mean: all.length ? all.reduce((a, b) => a + b, 0) / all.length : 0 }', { numbers: LIST }, answers('mean', 'number')), { input: { numbers: [2, 4] }, output: { mean: 3 } }),
  wish('largest', 'Find the largest', 'Returns the largest of some numbers.', javascript('return { largest: Math.max(0, ...parameters.numbers) }', { numbers: LIST }, answers('largest', 'number')), { input: { numbers: [2, 9, 4] }, output: { largest: 9 } }),
  wish('fahrenheit', 'Convert to Fahrenheit', 'Converts degrees Celsius to degrees Fahrenheit.', javascript('return { fahrenheit: parameters.number * 1.8 + 32 }', { number: NUMBER }, answers('fahrenheit', 'number')), { input: { number: 100 }, output: { fahrenheit: 212 } }),
  wish('slugify', 'Make a slug', 'Writes a title as the part of an address.', javascript('return { slug: parameters.text.toLowerCase().replace(/[^a-z0-9]+/g, "-") }', { text: TEXT }, answers('slug', 'string')), { input: { text: 'Hello World' }, output: { slug: 'hello-world' } }),
  wish('initials', 'Find initials', 'Returns the initials of a name.', javascript('return { initials: parameters.text.split(" ").map((word) => word[0] ?? "").join("") }', { text: TEXT }, answers('initials', 'string')), { input: { text: 'Ada Lovelace' }, output: { initials: 'AL' } }),
  wish('palindrome', 'Check a palindrome', 'Tells whether a text reads the same backwards.', javascript('return { palindrome: parameters.text === [...parameters.text].reverse().join("") }', { text: TEXT }, answers('palindrome', 'boolean')), { input: { text: 'anna' }, output: { palindrome: true } }),
  wish('lines', 'Count lines', 'Counts the lines of a text.', javascript('return { lines: parameters.text.split("\\n").length }', { text: TEXT }, answers('lines', 'integer')), { input: { text: 'a\nb' }, output: { lines: 2 } }),
  wish('py_title', 'Write a title', 'Begins each word of a text with a capital letter.', python('return {"title": args["text"].title()}', { text: TEXT }, answers('title', 'string')), { input: { text: 'grace hopper' }, output: { title: 'Grace Hopper' } }),
  wish('py_square', 'Square a number', 'Multiplies a number with itself.', python('return {"square": args["number"] ** 2}', { number: NUMBER }, answers('square', 'number')), { input: { number: 3 }, output: { square: 9 } }),
  wish('py_sorted', 'Sort numbers', 'Counts how many numbers of a list differ.', python('return {"different": len(set(args["numbers"]))}', { numbers: LIST }, answers('different', 'integer')), { input: { numbers: [1, 1, 2] }, output: { different: 2 } }),
  wish('py_vowels', 'Count vowels', 'Counts the vowels of a text.', python('return {"vowels": sum(1 for each in args["text"] if each in "aeiou")}', { text: TEXT }, answers('vowels', 'integer')), { input: { text: 'education' }, output: { vowels: 5 } }),
  wish('tone', 'Write plainly', 'Tells a model how to write plain sentences.', { kind: 'instruction', body: '# Plain sentences\n\nUse short words. Put the verb early. Leave out what the reader knows.\n' }, { input: {} }),
  wish('commit', 'Write commits', 'Tells a model how to write the message of a commit.', { kind: 'instruction', body: '# Commit messages\n\nName the area, then the verb and the object. Give the reason in the body.\n' }, { input: {} }),
  wish('minutes', 'Read minutes', 'Converts hours to minutes.', javascript('return { minutes: parameters.number * 60 }', { number: NUMBER }, answers('minutes', 'number')), { input: { number: 2 }, output: { minutes: 120 } }),
  wish('trim', 'Trim a text', 'Removes the spaces around a text.', javascript('return { trimmed: parameters.text.trim() }', { text: TEXT }, answers('trimmed', 'string')), { input: { text: ' a ' }, output: { trimmed: 'a' } }),
]
