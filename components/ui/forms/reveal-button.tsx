import { Eye, EyeOff } from 'lucide-react'
import { Button } from '../button.tsx'
import { cn } from '../cn.ts'

type RevealButtonProps = { isShown: boolean; onChange: (isShown: boolean) => void; className: string }

/** Shows or hides the characters of the input that it is placed upon. */
export function RevealButton({ isShown, onChange, className }: RevealButtonProps) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className={cn('absolute right-1', className)}
      aria-label={isShown ? 'Hide characters' : 'Show characters'}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
    >
      <Icon aria-hidden />
    </Button>
  )
}
