<?php
/** The tokens of your users: made for the page, and read by the hook verifySubject. */

function sign(string $text): string {
    return hash_hmac('sha256', $text, $_ENV['SITE_SECRET']);
}

/** Makes a token of a user, by your stable id. It is valid for one minute. */
function issue_token(string $user_id): string {
    $user = ['subject' => $user_id, 'tokenId' => bin2hex(random_bytes(16)), 'expiresAt' => time() + 60];
    $text = base64_encode(json_encode($user));
    return $text . '.' . sign($text);
}

/** The user of a token, or null if the token is none of ours. */
function read_token(string $token): ?array {
    [$text, $signature] = explode('.', "$token.");
    return hash_equals(sign($text), $signature) ? json_decode(base64_decode($text), true) : null;
}
