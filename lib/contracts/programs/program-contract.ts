/** The contract of a skill that runs a program: arguments, input and files in; what it printed, its exit code and files out. */
import type { JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { CommandLine } from './read-argparse.ts'

const SENT_FILES: JsonSchema = {
  type: 'array',
  title: 'Files',
  description: 'Files that the program finds in its working folder, by their path.',
  maxItems: 20,
  items: {
    type: 'object',
    properties: {
      path: { type: 'string', title: 'Path', minLength: 1, maxLength: 200 },
      text: { type: 'string', title: 'Text' },
      blob: { type: 'string', format: 'blob', title: 'File' },
    },
    required: ['path'],
  },
}

const ARGS: JsonSchema = {
  type: 'array',
  title: 'Arguments',
  description: 'The words of the command line, after the name of the program.',
  maxItems: 100,
  items: { type: 'string' },
}

const STDIN: JsonSchema = {
  type: 'string',
  title: 'Standard input',
  format: 'textarea',
}

/** Names of parameters that no argument of the program has. */
type ExtraNames = { files: string; stdin: string }

export function chooseExtraNames(commandLine: CommandLine | undefined): ExtraNames {
  const taken = new Set(commandLine?.arguments.map(({ name }) => name))
  return {
    files: taken.has('files') ? 'workspace_files' : 'files',
    stdin: taken.has('stdin') ? 'standard_input' : 'stdin',
  }
}

export function programParameters(
  commandLine: CommandLine | undefined,
  { names, readsInput, readsFiles }: { names: ExtraNames; readsInput: boolean; readsFiles: boolean },
): JsonSchema {
  const own: JsonObject = commandLine
    ? Object.fromEntries(commandLine.arguments.map(({ name, schema }) => [name, schema]))
    : { args: ARGS }
  const required = commandLine?.arguments.filter(({ isRequired }) => isRequired).map(({ name }) => name) ?? []
  return {
    type: 'object',
    properties: {
      ...own,
      ...(readsInput && { [names.stdin]: STDIN }),
      ...(readsFiles && { [names.files]: SENT_FILES }),
    },
    ...(required.length > 0 && { required }),
  }
}

export function programResponse(writesFiles: boolean): JsonSchema {
  const files: JsonSchema = {
    type: 'array',
    title: 'Files',
    description: 'What the program wrote into its working folder.',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, blob: { type: 'string', format: 'blob' } },
      required: ['path', 'blob'],
    },
  }
  return {
    type: 'object',
    properties: {
      message: { type: 'string' },
      exit_code: { type: 'integer', title: 'Exit code', description: '0 if the program succeeded.' },
      stdout: { type: 'string', title: 'Output' },
      stderr: { type: 'string', title: 'Errors' },
      ...(writesFiles && { files }),
    },
    required: ['message', 'exit_code', 'stdout', 'stderr', ...(writesFiles ? ['files'] : [])],
  }
}
