const files = import.meta.glob<Record<string, string>>('../../../../../packages/locales/fr/*.json', { eager: true, import: 'default' });

export const texts: Record<string, string> = Object.assign({}, ...Object.values(files));
