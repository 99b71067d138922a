/**
 * The commands about contracts, as the documentation shows them. `bin/commands/contract-commands.test.ts` holds the
 * words against the commands' own.
 */

type CommandWords = {
  name: string
  summary: string
  usage: string
  flags: Record<string, string>
  /** What it is for, and what its exit codes mean. */
  about: string
  example: string
}

export const CONTRACT_COMMANDS: readonly CommandWords[] = [
  {
    name: 'init',
    summary: 'Write a SkillSet file to begin with.',
    usage: '[FILE] [--name NAME] [--python]',
    flags: {
      name: 'what the SkillSet is called; "My skills" when left out',
      python: 'a skill in Python instead of JavaScript',
    },
    about:
      'The file keeps every rule, and its example passes: change it step by step. Nothing that is there already is overwritten.',
    example: `$ npm run cli -- init skillset.json --name "Text tools"
$ npm run cli -- validate skillset.json
skillset.json keeps every rule.`,
  },
  {
    name: 'test',
    summary: 'Run the examples of a SkillSet file in the sandbox.',
    usage: 'FILE [--skill SLUG]',
    flags: { skill: 'only the examples of this skill' },
    about:
      'The same sandbox and the same judgement as before publishing. Configuration comes from the examples alone, and other skills, tools and blobs cannot be reached. Exits with 1 when an example fails.',
    example: `$ npm run cli -- test skillset.json
  passes  greet: Greet Ada (9 ms)
  FAILS   greet: Greet nobody (3 ms)
          SKILL_ERROR: Whom shall I greet?

1 of 2 examples pass.`,
  },
  {
    name: 'contract lint',
    summary: 'Advice on a SkillSet file, or on a schema: what would make its contract easier to use.',
    usage: 'FILE [--fix] [--strict]',
    flags: {
      fix: 'make every change that needs no judgement, and write the file',
      strict: 'exit with 1 when there is any advice (advice is no error: usually it is 0)',
    },
    about:
      'Each piece of advice stands with its line in the file, its rule, why, and what its fix would change. Colours are used at a terminal and left out with NO_COLOR.',
    example: `$ npm run cli -- contract lint skillset.json
skillset.json:12  numeric-bounds  /skills/0/parameters/properties/page
  “page” has no smallest and no largest value.
  Without a range a slip of a few zeros is executed instead of refused, …
  fix: Set minimum 1, maximum 900
      + "minimum": 1
      + "maximum": 900

skillset.json: 1 piece of advice; --fix follows 1 of them.`,
  },
  {
    name: 'contract diff',
    summary: 'Say what changed between two contracts, and how big a step it is.',
    usage: 'OLD NEW | --jsonl [--any-root] < QUESTIONS',
    flags: {
      jsonl: '{"before":…,"after":…,"direction":"input"} in; {"breaking":…,"bump":…,"changes":[…]} out',
      'any-root': 'any JSON Schema of any draft, without the rules of a contract',
    },
    about:
      'Exits with 1 when the number that NEW declares is smaller than its changes demand: a gate for a publisher’s own CI. With --jsonl it answers line by line, in order, and never stops at a bad one.',
    example: `$ npm run cli -- contract diff published.json skillset.json
$ echo '{"before":{"a":{"type":"string"}},"after":{"a":{"type":"string","required":true}},"direction":"input"}' \\
    | npm run --silent cli -- contract diff --jsonl
{"breaking":true,"bump":"major","changes":[{"pointer":"/a","direction":"input","kind":"made-required",
 "bump":"major","message":"“a” in the input is required now.","witness":{}}]}`,
  },
  {
    name: 'contract validate',
    summary: 'Hold values against schemas, JSON line by JSON line.',
    usage: '--jsonl [--any-root] < QUESTIONS',
    flags: {
      jsonl: '{"schema":…,"data":…,"coerce":true} in; {"valid":…,"value":…,"coercions":[…],"errors":[…]} out',
      'any-root':
        'any JSON Schema, without the rules of a contract; formats are notes (for conformance runs)',
    },
    about:
      'What a call would do with an input: defaults, coercion, validation. A schema that is refused is answered with schema_error, and the next line is read.',
    example: `$ echo '{"schema":{"limit":{"type":"integer","max":20}},"data":{"limit":"5"},"coerce":true}' \\
    | npm run --silent cli -- contract validate --jsonl
{"valid":true,"value":{"limit":5},"coercions":[{"path":"/limit","from":"5","to":5}],"errors":[]}`,
  },
]
