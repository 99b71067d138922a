import { SelectField } from '../../ui/forms/field.tsx'

type TargetSelectProps = {
  handles: string[]
  skillSets: string[]
  /** `handle.` for a new SkillSet, or the full name of one. */
  value: string
  onChange: (target: string) => void
}

export function TargetSelect({ handles, skillSets, value, onChange }: TargetSelectProps) {
  return (
    <SelectField
      label="Add the skill to"
      className="min-w-48 flex-1"
      value={value}
      onChange={onChange}
      options={[
        ...handles.map(
          (handle) =>
            [`${handle}.`, handles.length > 1 ? `New SkillSet of ${handle}` : 'New SkillSet'] as const,
        ),
        ...skillSets,
      ]}
    />
  )
}
