import { listTypes } from '../../../json-schema/tree/schema-tree.ts'
import { isModelFieldName } from '../../../kernel/names/field-name.ts'
import type { LintAdvice, LintedSkill, LintRule, SchemaView } from '../model/linted-skill.ts'
import { type FieldView, findDescription, isOfType, type ObjectPart } from '../model/object-part.ts'
import { renameField } from './rename-field.ts'

const NOTE = 'Once a version is published, renaming a field is a major change.'

export const canonicalNames: LintRule = {
  id: 'canonical-names',
  title: 'Use the standard field names',
  reason: 'Standard names make skills easier to guess, and plan steps fit together without mapping.',
  source: 'Tool Input/Output Schema Conventions 2.1, 3.1',
  check: (skill) =>
    [skill.input, skill.output].flatMap((view) =>
      view.parts.flatMap((part) =>
        // Inner fields may have another meaning.
        part.fields
          .filter(() => part.isTop)
          .flatMap((field) => {
            const to = canonicalName(field.name, view.side, listTypes(field.schema))
            if (!to || part.fields.some(({ name }) => name === to)) return []
            return [adviseRename(skill, { view, part, field, to })]
          }),
      ),
    ),
}

export const modelFieldNames: LintRule = {
  id: 'model-field-names',
  title: 'Use field names that model APIs accept',
  reason:
    'Model APIs refuse other names, so tools show the field under a replacement that the model has to guess from its title.',
  source: 'Anthropic API, Tool use (input_schema)',
  check: ({ input }) =>
    input.parts.flatMap((part) =>
      part.fields
        .filter(({ name }) => !isModelFieldName(name))
        .map(
          ({ name, pointer }): LintAdvice => ({
            pointer,
            sentence: `“${name}” is not a field name that model APIs accept.`,
            judgement: `Use 1 to 64 letters (a–z), digits, “_”, “-” and “.”. ${NOTE}`,
          }),
        ),
    ),
}

export const patternBesideMode: LintRule = {
  id: 'pattern-beside-mode',
  title: 'State what kind of pattern it is',
  reason:
    '“pattern” could be a regular expression, a glob or plain text. Only a “mode” field next to it makes that clear.',
  source: 'Tool Input/Output Schema Conventions 3.1',
  check: (skill) =>
    skill.input.parts.flatMap((part) =>
      part.fields
        .filter((field) => field.name === 'pattern' && isOfType(field, 'string'))
        .filter(() => !part.fields.some(({ name }) => name === 'mode'))
        .map((field): LintAdvice => {
          const to = kindOfPattern(findDescription(field))
          if (to) return adviseRename(skill, { view: skill.input, part, field, to })
          const sentence = '“pattern” does not state what kind of pattern it is.'
          return {
            pointer: field.pointer,
            sentence,
            judgement: 'Name it “regex”, “glob” or “query”, or add a “mode” field.',
          }
        }),
    ),
}

function kindOfPattern(description: string): 'glob' | 'regex' | undefined {
  const isGlob = /\bglob|wildcard|\*\*\//i.test(description)
  const isRegex = /\bregex|regular expression/i.test(description)
  if (isGlob === isRegex) return undefined
  return isGlob ? 'glob' : 'regex'
}

type Renaming = { view: SchemaView; part: ObjectPart; field: FieldView; to: string }

function adviseRename(skill: LintedSkill, rename: Renaming): LintAdvice {
  const { field, to } = rename
  const sentence = `“${field.name}” is called “${to}” in other skills.`
  const { edits, error } = renameField(skill, rename)
  if (!edits) return { pointer: field.pointer, sentence, judgement: error }
  return { pointer: field.pointer, sentence, fix: { title: `Rename it to “${to}”`, edits, note: NOTE } }
}

/** `others` have no capitals and underscores. */
type NameRule = {
  canonical: string
  side: 'input' | 'output' | 'both'
  types: string[]
  others: string[]
}

// biome-ignore format: table
const NAMES: readonly NameRule[] = [
  // Output of editor tools may use filePath.
  { canonical: 'path',     side: 'input',  types: ['string'], others: ['file', 'filename', 'filepath', 'pathname', 'folderpath', 'notepath', 'documentpath'] },
  { canonical: 'paths',    side: 'both',   types: ['array'],  others: ['files', 'filenames', 'filepaths', 'pathnames', 'pathlist'] },
  { canonical: 'fromPath', side: 'both',   types: ['string'], others: ['sourcepath', 'srcpath', 'oldpath', 'frompath', 'sourcefile', 'originpath'] },
  { canonical: 'toPath',   side: 'both',   types: ['string'], others: ['destpath', 'destinationpath', 'dstpath', 'targetpath', 'newpath', 'topath', 'destinationfile'] },
  { canonical: 'query',    side: 'input',  types: ['string'], others: ['q', 'search', 'searchquery', 'searchtext', 'searchterm', 'searchterms', 'searchstring', 'querystring', 'querytext'] },
  { canonical: 'regex',    side: 'input',  types: ['string'], others: ['regexp', 'regularexpression', 'regexpattern', 'regexppattern'] },
  { canonical: 'glob',     side: 'input',  types: ['string'], others: ['globpattern', 'fileglob', 'pathglob', 'wildcard'] },
  { canonical: 'content',  side: 'both',   types: ['string'], others: ['filecontent', 'filecontents', 'contents', 'textcontent', 'filetext'] },
  { canonical: 'matches',  side: 'output', types: ['array'],  others: ['hits', 'searchresults', 'searchhits', 'found', 'matchlist'] },
  { canonical: 'items',    side: 'output', types: ['array'],  others: ['results', 'resultlist', 'itemlist', 'list', 'elements', 'records'] },
]

/** Returns undefined if it is fine or has another meaning. */
function canonicalName(name: string, side: 'input' | 'output', types: readonly string[]): string | undefined {
  const plain = name.replaceAll(/[_-]/g, '').toLowerCase()
  const rule = NAMES.find(
    (each) =>
      (each.side === side || each.side === 'both') &&
      each.others.includes(plain) &&
      types.length > 0 &&
      types.every((type) => each.types.includes(type) || type === 'null'),
  )
  return rule && rule.canonical !== name ? rule.canonical : undefined
}

export const CANONICAL_NAMES = NAMES.map(({ canonical }) => canonical)
