/** What the assistant of the studio can be asked for, and which parts of a draft its answer may change. */

export const SUGGESTION_TASKS = ['draft', 'explain', 'examples', 'prompt'] as const

export type SuggestionTask = (typeof SUGGESTION_TASKS)[number]

/** The most characters of a description. */
export const MAX_DESCRIPTION = 2_000

type TaskRules = {
  /** Fields of the skill that an edit may add, replace or remove, with all below them. */
  fields: readonly string[]
  /** For the model. */
  instruction: string
}

/**
 * Neither prices nor permissions, settings, packages or files: what a skill costs and may reach is decided by a person, and the
 * studio offers to add a host or a package that the code uses.
 */
const DRAFTED = [
  'name',
  'description',
  'prompt',
  'runtime',
  'definition',
  'body',
  'parameters',
  'response',
  'examples',
  'riskLevel',
  'sideEffects',
  'tags',
] as const

export const TASKS: Record<SuggestionTask, TaskRules> = {
  draft: {
    fields: DRAFTED,
    instruction:
      'Write this skill as the request describes it: name, description, prompt, parameters, response, definition and two or three examples. Replace what the skill has now if it does not fit.',
  },
  explain: {
    fields: DRAFTED,
    instruction:
      'Explain the problem named in the request in plain words: what it means, and how to solve it. If a small edit solves it, propose that edit, else no edits.',
  },
  examples: {
    fields: ['examples'],
    instruction:
      'Propose two to four further examples that show other cases than the present ones, such as limits and optional fields. Add each with op "add" at the end of the list ("/examples/-"). Inputs must satisfy the parameters.',
  },
  prompt: {
    fields: ['prompt'],
    instruction:
      'Improve the prompt: it tells an agent when to use the skill, what it expects, what it returns and what to watch out for, in at most 1,500 characters. Replace "/prompt" as a whole.',
  },
}
