/**
 * The commands as the guide describes them; `bin/commands/contract/contract-commands.test.ts` compares them with the
 * CLI.
 */

type CommandDescription = {
  name: string
  summary: string
  usage: string
  flags: Record<string, string>
  about: string
  example: string
}

export const CONTRACT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'init',
    summary: 'Create a SkillSet file to start from.',
    usage: '[FILE] [--name NAME] [--python]',
    flags: {
      name: 'the name of the SkillSet (default: "My skills")',
      python: 'create a Python skill instead of a JavaScript one',
    },
    about:
      'The file is valid and its example passes, so you can change it step by step. Existing files are never overwritten.',
    example: `$ npm run cli -- init skillset.json --name "Text tools"
$ npm run cli -- validate skillset.json
skillset.json is valid.`,
  },
  {
    name: 'test',
    summary: 'Run the examples of a SkillSet file in the sandbox.',
    usage: 'FILE [--skill SLUG] [--settings FILE]',
    flags: {
      skill: 'run only the examples of this skill',
      settings: 'a JSON file with values of config keys, secrets included, by key',
    },
    about:
      'Uses the same sandbox and the same checks as publishing. Configuration comes from the examples and the file of --settings, and other skills, tools and blobs are not available. Exits with 1 if an example fails.',
    example: `$ npm run cli -- test skillset.json
  passes  greet: Example 1 (9 ms)
  FAILS   greet: Greet without a name (3 ms)
          SKILL_ERROR: The name is missing.

1 of 2 examples pass.`,
  },
  {
    name: 'contract lint',
    summary: 'Show advice on a SkillSet file or a schema that makes its contract easier to use.',
    usage: 'FILE [--fix] [--strict]',
    flags: {
      fix: 'apply every available fix and write the file',
      strict: 'exit with 1 if there is any advice (default: 0)',
    },
    about:
      'Each piece of advice shows its line in the file, its rule, the reason and what its fix would change. Output is coloured in a terminal unless NO_COLOR is set.',
    example: `$ npm run cli -- contract lint skillset.json
skillset.json:12  numeric-bounds  /skills/0/parameters/properties/page
  “page” has no smallest and no largest value.
  Without a range a slip of a few zeros is executed instead of refused, …
  fix: Set minimum 1, maximum 900
      + "minimum": 1
      + "maximum": 900

skillset.json: 1 piece of advice; run with --fix to fix 1.`,
  },
  {
    name: 'contract diff',
    summary: 'Show the changes between two contracts and the version step they require.',
    usage: 'OLD NEW | --jsonl [--any-root] < LINES',
    flags: {
      jsonl: '{"before":…,"after":…,"direction":"input"} in; {"breaking":…,"bump":…,"changes":[…]} out',
      'any-root':
        'accept any JSON Schema of drafts 04 to 2020-12, without the rules for contracts; formats and whole numbers above 2^53-1 are judged as in contracts',
    },
    about:
      'Exits with 1 if the version of NEW is lower than its changes require, for use in CI. With --jsonl, answers each line in order and continues after an invalid line.',
    example: `$ npm run cli -- contract diff published.json skillset.json
$ echo '{"before":{"a":{"type":"string"}},"after":{"a":{"type":"string","required":true}},"direction":"input"}' \\
    | npm run --silent cli -- contract diff --jsonl
{"breaking":true,"bump":"major","changes":[{"pointer":"/a","direction":"input","kind":"made-required",
 "bump":"major","message":"“a” in the input is required now.","counterexample":{}}]}`,
  },
  {
    name: 'contract validate',
    summary: 'Validate values against schemas, one JSON object per line.',
    usage: '--jsonl [--any-root [--formats]] < LINES',
    flags: {
      jsonl: '{"schema":…,"data":…,"coerce":true} in; {"valid":…,"value":…,"coercions":[…],"errors":[…]} out',
      'any-root':
        'accept any JSON Schema of drafts 04 to 2020-12, without the rules for contracts; formats are annotations, as in the standard',
      formats:
        'with --any-root: assert formats, and refuse whole numbers above 2^53-1, as “contract diff --any-root” does',
    },
    about:
      'Processes each input as a call would: defaults, coercion, validation. An invalid schema is reported as schema_error, and processing continues with the next line.',
    example: `$ echo '{"schema":{"limit":{"type":"integer","max":20}},"data":{"limit":"5"},"coerce":true}' \\
    | npm run --silent cli -- contract validate --jsonl
{"valid":true,"value":{"limit":5},"coercions":[{"path":"/limit","from":"5","to":5}],"errors":[]}`,
  },
]
