import { TEXT_PART_NAMES } from '#lib/publishing/model/commentable-parts.ts'
import type { TextChange as Change, CommentView, SkillChange } from '#lib/publishing/review/review-views.ts'
import type { LineNote } from '../../../code-editor/line-notes.ts'
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import type { CommentOnLine } from './line-comment-form.tsx'
import { TextChangeView } from './text-change-view.tsx'

type SkillChangesProps = {
  skills: SkillChange[]
  pick: (skill: SkillChange) => Change[]
  isPaired?: boolean
  comment?: CommentOnLine | undefined
  comments?: readonly CommentView[]
}

// biome-ignore format: table
const CHANGE_BADGES = {
  added:   { label: 'new skill',     variant: 'accent' },
  removed: { label: 'removed skill', variant: 'destructive' },
  changed: { label: 'changed',       variant: 'info' },
  same:    { label: 'unchanged',     variant: 'neutral' },
} as const satisfies Record<SkillChange['status'], { label: string; variant: BadgeVariant }>

export function SkillChanges({ skills, pick, isPaired, comment, comments = [] }: SkillChangesProps) {
  const visible = skills
    .map((skill) => ({ skill, texts: pick(skill).filter(exists) }))
    .filter(({ texts }) => texts.length > 0)
  if (visible.length === 0) return <p className="text-muted-foreground text-sm">None.</p>
  const changed = visible.filter(({ texts }) => texts.some(isChanged))
  const unchanged = visible.filter(({ texts }) => !texts.some(isChanged))
  return (
    <div className="grid grid-cols-1 gap-6">
      {changed.map(({ skill, texts }) => (
        <div key={skill.slug} className="grid min-w-0 grid-cols-1 gap-3">
          <SkillHeading skill={skill} />
          <div
            className={cn(
              'grid min-w-0 grid-cols-1 items-start gap-4',
              isPaired && texts.filter(isChanged).length > 1 && 'xl:grid-cols-2',
            )}
          >
            {texts.filter(isChanged).map((text) => (
              <TextChangeView
                key={text.title}
                change={text}
                ownerName={skill.name}
                marksNew={skill.status === 'changed'}
                commenting={commentingOn(skill, text, comment)}
                notes={notesOn(skill, text, comments)}
              />
            ))}
          </div>
        </div>
      ))}
      {unchanged.map(({ skill, texts }) => (
        <details key={skill.slug} className="group rounded-lg border border-border bg-card px-4 py-3">
          <summary className="text-sm">
            {skill.name} <span className="text-muted-foreground">— unchanged here</span>
          </summary>
          <div className="grid gap-3 pt-3">
            {texts.map((text) => (
              <TextChangeView
                key={text.title}
                change={text}
                ownerName={skill.name}
                commenting={commentingOn(skill, text, comment)}
                notes={notesOn(skill, text, comments)}
              />
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}

/** Returns what a reviewer needs to comment on lines of the text, or undefined if they cannot. */
function commentingOn(skill: SkillChange, text: Change, comment: CommentOnLine | undefined) {
  if (!comment || text.after === undefined) return undefined
  const commenting = { skill: skill.slug, text: text.after, comment }
  const file = skill.files.find((each) => each === text)
  if (file) return { ...commenting, part: 'file' as const, file: file.title, isBinary: !file.isText }
  const part = TEXT_PART_NAMES.find((candidate) => skill[candidate] === text)
  return part && { ...commenting, part }
}

/** Returns the comments on lines that still read as they did. */
function notesOn(skill: SkillChange, { title, after }: Change, comments: readonly CommentView[]): LineNote[] {
  const lines = after?.split('\n') ?? []
  return comments.flatMap(({ location, author, body }) => {
    if (location?.part !== `${title} of ${skill.name}`) return []
    const { line, quote } = location
    return lines[line - 1]?.trim().startsWith(quote) ? [{ line, author, text: body }] : []
  })
}

function SkillHeading({ skill }: { skill: SkillChange }) {
  const { label, variant } = CHANGE_BADGES[skill.status]
  return (
    <h3 className="flex flex-wrap items-center gap-2 font-semibold">
      {skill.name}
      <code className="font-normal text-muted-foreground">{skill.slug}</code>
      <Badge variant={variant}>{label}</Badge>
      {skill.runtime === 'python' && <Badge variant="outline">Python</Badge>}
      {skill.kind === 'instruction' && <Badge variant="outline">instructions</Badge>}
    </h3>
  )
}

function exists({ before, after }: Change): boolean {
  return before !== undefined || after !== undefined
}

function isChanged({ before, after }: Change): boolean {
  return before !== after
}
