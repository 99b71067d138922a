import fs from 'node:fs'
import path from 'node:path'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { type CliCommand, UsageError } from '../commands/cli-command.ts'
import { makeFirstDocument } from '../commands/skills/init.ts'
import { commandName } from './site.ts'
import { SKILLSET_FILE } from './skillset-folder.ts'

export const initFolderCommand: CliCommand = {
  summary: 'Create a folder with a SkillSet to start from.',
  usage: '[FOLDER] [--name NAME] [--python]',
  options: { name: 'the name of the SkillSet (default: "My skills")' },
  flags: { python: 'create a Python skill instead of a JavaScript one' },
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder = '.'], options: { name = 'My skills' }, flags }) {
    const slug = slugFrom(name)
    if (slug === '') throw new UsageError('--name must contain a letter or a number.')
    if (/[^\p{L}\p{N}._-]/u.test(path.basename(folder)))
      throw new UsageError(
        `“${folder}” is a folder name that shells need quoted. Try ${slugFrom(path.basename(folder)) || 'my_skills'}, and give the title with --name.`,
      )
    const files = renderFiles(makeFirstDocument({ name, slug, isPython: flags.python === true }))
    const written = Object.entries(files).map(([file, text]) => writeNew(folder, file, text))
    const text = [
      `${folder === '.' ? 'This folder' : folder} has a SkillSet with one skill:`,
      ...written.map((file) => `  ${file}`),
      '',
      `Next${folder === '.' ? '' : `, in ${folder}`}:`,
      `  ${commandName()} test      runs its examples on the site`,
      `  ${commandName()} dev       does so whenever you save`,
      `  ${commandName()} publish   stages a version`,
    ].join('\n')
    return { text, json: { folder, slug, files: written } }
  },
}

function renderFiles(document: SkillSetDocument): Record<string, string> {
  const [skill] = document.skills
  const { definition = '', examples: _, ...rest } = skill!
  const isPython = rest.runtime === 'python'
  const code = isPython ? 'code/main.py' : 'code/handler.js'
  const example = { title: 'Greet Ada', input: { name: 'Ada' }, output: { message: 'Hello, Ada' } }
  return {
    [SKILLSET_FILE]: toText({ ...document, skills: [rest] }),
    [code]: definition,
    'examples/greet-ada.json': toText(example),
    'README.md': readme(document.name, code),
  }
}

function readme(name: string, code: string): string {
  return `# ${name}

| file | content |
|---|---|
| \`${SKILLSET_FILE}\` | the name, version and permissions, and for each skill its prompt, parameters and response |
| \`${code}\` | the code of the skill |
| other files in \`code/\` | modules of your own, which the code beside them imports, such as \`./words${path.extname(code)}\` in JavaScript |
| \`files/\` | files that the code reads |
| \`examples/*.json\` | calls that are run before a version is published: \`title\`, \`input\`, and \`output\` if it is always the same |

With more skills, name each file of code after the slug of its skill, such as \`code/greet${path.extname(code)}\`, and put its examples into
\`examples/greet/\` and its files into \`files/greet/\`.
`
}

const toText = (value: object) => `${JSON.stringify(value, null, 2)}\n`

function writeNew(folder: string, name: string, text: string): string {
  const file = path.join(folder, name)
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw new AppError(isThere ? 'CONFLICT' : 'INVALID_INPUT', {
      message: isThere ? `${file} already exists.` : `Cannot write ${file}.`,
      suggestedAction: 'Choose another folder.',
      cause: error,
    })
  }
  return file
}
