<?php
/** Tokens of the signed-in user for the booking server. Needs PHP 7.4 or newer with OpenSSL. */

function dx_base64url(string $bytes): string {
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/** Makes a token of a user, by your stable id. It is valid for one minute. */
function dx_subject_token(string $user_id, string $issuer, string $private_key): string {
    $header = ['alg' => 'RS256', 'typ' => 'JWT', 'kid' => 'subject-1'];
    $claims = [
        'iss' => $issuer,
        'aud' => 'booking',
        'sub' => $user_id,
        'iat' => time(),
        'exp' => time() + 60,
        'jti' => bin2hex(random_bytes(16)),
    ];
    $content = dx_base64url(json_encode($header)) . '.' . dx_base64url(json_encode($claims));
    openssl_sign($content, $signature, $private_key, OPENSSL_ALGO_SHA256);
    return $content . '.' . dx_base64url($signature);
}
