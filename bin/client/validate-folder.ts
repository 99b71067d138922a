import { plural } from '#lib/kernel/text/plural.ts'
import type { CliCommand } from '../commands/cli-command.ts'
import { issueLines } from '../commands/skills/read-skill-set.ts'
import { readSkillSetFolder } from './skillset-folder.ts'

export const validateFolderCommand: CliCommand = {
  summary: 'Check a SkillSet without running anything.',
  usage: '[FOLDER]',
  options: {},
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder] }) {
    const { file, faults, notices } = readSkillSetFolder(folder)
    const isValid = faults.length === 0
    const text = isValid
      ? `${file} is valid.`
      : [
          `${file} has ${plural(faults.length, 'problem')}:`,
          ...faults.map((fault) => issueLines(file, fault)),
        ]
    return {
      text: [...notices, text].flat().join('\n'),
      json: { ok: isValid, issues: faults, ...(notices.length > 0 && { notices }) },
      isFailure: !isValid,
    }
  },
}
