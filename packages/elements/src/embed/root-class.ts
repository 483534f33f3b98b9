import '../styles/code.css';
import '../styles/embed.css';

/**
 * The class that these styles are for. They are imported here and not where the package begins: declarations would name them, and
 * a compiler would look for them.
 */
export const ROOT_CLASS = 'palaver';
