import { Plus } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

export function AddButton({ children, ...rest }: ButtonProps) {
  return (
    <Button variant="outline" size="sm" className="w-fit max-w-full" {...rest}>
      <Plus aria-hidden /> <span className="truncate">{children}</span>
    </Button>
  )
}
