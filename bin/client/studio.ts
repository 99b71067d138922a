import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type CliCommand, UsageError } from '../commands/cli-command.ts'
import { parseArgsOption } from '../commands/skills/parse-args-option.ts'
import { chooseSite, postToSite, SITE_OPTION } from './site.ts'

/** The tools are those of `/mcp?for=studio`; the site knows which there are. */
export const studioCommand: CliCommand = {
  summary:
    'Call a tool of the studio: read_rules, list_drafts, create_draft, change_draft, run_examples, stage_draft …',
  usage: "TOOL [--args '{…}'] [--site URL]",
  options: { args: 'the parameters of the tool, as JSON', ...SITE_OPTION },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [tool = ''], options }) {
    if (!/^[a-z_]{1,64}$/.test(tool))
      throw new UsageError('TOOL must be the name of a tool, such as list_drafts.')
    const params = options.args === undefined ? {} : (parseArgsOption(options.args) as Json)
    if (!isObject(params)) throw new UsageError('--args must be a JSON object.')
    const answer = await postToSite<object>(chooseSite({ options }), paths.publishingStudio(tool), params)
    return { text: JSON.stringify(answer, null, 2), json: answer }
  },
}
