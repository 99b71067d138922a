import type { ReactNode } from 'react'
import type { TextChange as Change, SkillChange } from '#lib/publishing/review/review-views.ts'
import { CodeDiff } from '../../../code-editor/code-diff.tsx'
import { CodeEditor } from '../../../code-editor/code-editor.tsx'
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { type CommentOnLine, LineCommentForm } from './line-comment-form.tsx'

type SkillChangesProps = {
  skills: SkillChange[]
  pick: (skill: SkillChange) => Change[]
  isPaired?: boolean
  comment?: CommentOnLine | undefined
}

// biome-ignore format: table
const CHANGE_BADGES = {
  added:   { label: 'new skill',     variant: 'accent' },
  removed: { label: 'removed skill', variant: 'destructive' },
  changed: { label: 'changed',       variant: 'info' },
  same:    { label: 'unchanged',     variant: 'neutral' },
} as const satisfies Record<SkillChange['status'], { label: string; variant: BadgeVariant }>

export function SkillChanges({ skills, pick, isPaired, comment }: SkillChangesProps) {
  const formFor = (skill: SkillChange, text: Change) =>
    comment && <CommentForm skill={skill} text={text} comment={comment} />
  const visible = skills
    .map((skill) => ({ skill, texts: pick(skill).filter(exists) }))
    .filter(({ texts }) => texts.length > 0)
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
              >
                {formFor(skill, text)}
              </TextChangeView>
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
              <TextChangeView key={text.title} change={text} ownerName={skill.name}>
                {formFor(skill, text)}
              </TextChangeView>
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}

const PARTS = ['code', 'parameters', 'response'] as const

type CommentFormProps = { skill: SkillChange; text: Change; comment: CommentOnLine }

function CommentForm({ skill, text, comment }: CommentFormProps) {
  const part = PARTS.find((candidate) => skill[candidate] === text)
  if (!part || text.after === undefined) return null
  return <LineCommentForm skill={skill.slug} part={part} text={text.after} comment={comment} />
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

type TextChangeProps = {
  change: Change
  ownerName: string
  marksNew?: boolean
  children?: ReactNode
}

export function TextChangeView({ change, ownerName, marksNew, children }: TextChangeProps) {
  const { title, before, after, language } = change
  const label = `${title} of ${ownerName}`
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h4 className="flex items-center gap-2 font-medium text-sm">
        {title}
        {marksNew && before === undefined && <Badge variant="accent">new</Badge>}
        {after === undefined && <Badge variant="destructive">removed</Badge>}
        {before === after && <Badge>unchanged</Badge>}
      </h4>
      {before !== undefined && after !== undefined && before !== after ? (
        <CodeDiff before={before} after={after} language={language} label={label} maxLines={60} />
      ) : (
        <CodeEditor
          value={after ?? before ?? ''}
          language={language}
          label={label}
          readOnly
          plain={language === 'markdown'}
          lines={{ min: 1, max: 60 }}
        />
      )}
      {children}
    </div>
  )
}
