/*
 * What a gateway takes of a card that is posted to it: the contract's `direct-post`, and CHIP's `direct_post_url`. As attributes of inputs they
 * hold without scripts, too. Regular expressions match a whole value.
 */

/** Digits only, no blanks. */
export const directNumberPattern = '[0-9]{13,19}';
export const directExpiryPattern = '(?:0[1-9]|1[0-2])/[0-9]{2}';
export const directCvvPattern = '[0-9]{3,4}';
/** Latin letters, blanks, apostrophes, dots and dashes, of which at least one is a letter. */
export const directNamePattern = "[ '.\\-]*[A-Za-z][A-Za-z '.\\-]*";
export const directNameMaxLength = 30;
